import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Corporation, corporations, HealthThresholds } from '@plumbline/contract/people/corporations';
import { Button, Input, InputNumber, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../design/Pane.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatDay, formatNumber } from '../../../kernel/format.ts';
import * as session from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** One flat form; the contract nests the thresholds. */
const schema = HealthThresholds.extend({
  title: corporations.create.input.shape.title,
  productName: corporations.update.input.shape.productName.unwrap(),
  copyright: corporations.update.input.shape.copyright.unwrap(),
  secondFactorDemanded: corporations.update.input.shape.secondFactorDemanded.unwrap(),
});
type Typed = OutputOf<typeof schema>;

const flat = ({ title, productName, copyright, secondFactorDemanded, healthThresholds }: Corporation): Typed => ({
  title,
  productName,
  copyright,
  secondFactorDemanded,
  ...healthThresholds,
});

const nested = (corporationId: number, input: Typed) => {
  const { title, productName, copyright, secondFactorDemanded, ...healthThresholds } = input;
  return { corporationId, title, productName, copyright, secondFactorDemanded, healthThresholds };
};

/** Title, copyright, second factor, and when a device counts as unhealthy. Who may not change them reads them. */
export function CorporationForm({ corporation }: { corporation: Corporation }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: updateCorporation } = useWrite(corporations.update);
  const allowed = useAllowed();
  const saved: Record<string, unknown> = flat(corporation);
  const [typed, setTyped] = useState<Record<string, unknown>>(saved);
  const [round, setRound] = useState(0);
  const isChanged = Object.entries(saved).some(([key, value]) => typed[key] !== value);

  const save = async (input: Typed): Promise<void> => {
    const { corporation: now } = await updateCorporation(nested(corporation.id, input));
    const here = session.current();
    if (here?.corporation?.id === now.id) session.begin({ ...here, corporation: { ...here.corporation, ...now } });
    setTyped(flat(now));
    setRound((each) => each + 1);
    toasts.done(t('common:saved'));
  };
  const undo = (): void => {
    setTyped(saved);
    setRound((each) => each + 1);
  };

  if (!allowed(corporations.update)) return <CorporationFacts corporation={corporation} />;
  return (
    <div>
      <SchemaForm
        key={round}
        schema={schema}
        initial={saved}
        errorField={{ nameTaken: 'title' }}
        onChange={setTyped}
        onSubmit={save}
        foot={(busy) => (
          <div className="pl-row">
            <Button type="primary" htmlType="submit" loading={busy} disabled={!isChanged}>
              {t('common:save')}
            </Button>
            <Button type="text" onClick={undo} disabled={!isChanged || busy}>
              {t('corporations:undo')}
            </Button>
            <span className="pl-gap" />
            <span className="pl-3 pl-sm">
              {t('corporations:created')} {formatDay(corporation.createdAt)}
            </span>
          </div>
        )}
      >
        <CorporationFields />
      </SchemaForm>
    </div>
  );
}

/** The same as text, for who may not change it. */
function CorporationFacts({ corporation }: { corporation: Corporation }) {
  const { t } = useTranslation();
  const { title, productName, copyright, secondFactorDemanded, healthThresholds } = corporation;
  return (
    <div>
      <p className="pl-2 lead">{t('corporations:readOnly')}</p>
      <Facts
        facts={[
          [t('corporations:title'), title],
          [t('corporations:productName'), productName || 'Plumbline'],
          [t('corporations:copyright'), copyright || '—'],
          [t('corporations:created'), formatDay(corporation.createdAt)],
          [
            t('corporations:secondFactor'),
            secondFactorDemanded ? t('corporations:demanded') : t('corporations:notDemanded'),
          ],
          [t('corporations:voltage'), `${formatNumber(healthThresholds.voltageThreshold, 1)} V`],
          [t('corporations:lost'), t('corporations:intervals', { count: healthThresholds.lostTolerance })],
          [t('corporations:alert'), t('corporations:intervals', { count: healthThresholds.alertTolerance })],
        ]}
      />
    </div>
  );
}

function CorporationFields() {
  const { t } = useTranslation();
  return (
    <>
      <div className="corp-fields">
        <Field name="title" label={t('corporations:title')}>
          <Input maxLength={50} />
        </Field>
        <Field name="productName" label={t('corporations:productName')} help={t('corporations:productNameHelp')}>
          <Input maxLength={32} placeholder="Plumbline" />
        </Field>
        <Field name="copyright" label={t('corporations:copyright')} help={t('corporations:copyrightHelp')}>
          <Input maxLength={50} />
        </Field>
      </div>
      <h2>{t('corporations:signIn')}</h2>
      <Field
        name="secondFactorDemanded"
        valuePropName="checked"
        label={t('corporations:secondFactor')}
        help={t('corporations:secondFactorHelp')}
      >
        <Switch />
      </Field>
      <h2>{t('corporations:health')}</h2>
      <p className="pl-2 lead">{t('corporations:healthWhy')}</p>
      <div className="corp-fields">
        <Field name="voltageThreshold" label={t('corporations:voltage')} help={t('corporations:voltageHelp')}>
          <InputNumber step={0.1} suffix="V" />
        </Field>
        <Field name="lostTolerance" label={t('corporations:lost')} help={t('corporations:lostHelp')}>
          <InputNumber precision={0} suffix={t('corporations:intervalUnit')} />
        </Field>
        <Field name="alertTolerance" label={t('corporations:alert')} help={t('corporations:alertHelp')}>
          <InputNumber precision={0} suffix={t('corporations:intervalUnit')} />
        </Field>
      </div>
    </>
  );
}
