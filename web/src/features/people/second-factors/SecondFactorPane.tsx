import type { InputOf, OutputOf } from '@plumbline/contract/kernel/route';
import { secondFactors } from '@plumbline/contract/people/second-factors';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts, Pane } from '../../../design/Pane.tsx';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpSteps } from './SetUpSteps.tsx';

type State = OutputOf<typeof secondFactors.get.reply>;
/** Fewer recovery codes than this are few. */
const fewCodes = 3;

/** The caller's second factor: set up, its recovery codes, removed. */
export function SecondFactorPane() {
  const { t } = useTranslation();
  const query = useRead(secondFactors.get, {});
  const [settingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Pane title={t('secondFactors:title')}>
      {settingUp ? (
        <SetUpSteps
          onDone={() => setSettingUp(false)}
          cancel={<Button onClick={() => setSettingUp(false)}>{t('common:cancel')}</Button>}
        />
      ) : codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : (
        <Answer query={query} loading={<SkeletonRows rows={2} rowPx={48} />}>
          {(state) =>
            state.since === null ? (
              <>
                <p className="pl-2" style={{ marginBottom: 12 }}>
                  {t('secondFactors:why')}
                </p>
                <Button onClick={() => setSettingUp(true)}>{t('secondFactors:setUp')}</Button>
              </>
            ) : (
              <Present state={state} onCodes={setCodes} />
            )
          }
        </Answer>
      )}
    </Pane>
  );
}

function Present({ state, onCodes }: { state: State; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'codes' | 'remove' | null>(null);
  return (
    <>
      <div style={{ maxWidth: 360, marginBottom: 12 }}>
        <Facts
          facts={[
            [t('secondFactors:since'), formatTime(state.since)],
            [t('secondFactors:codes.left'), String(state.recoveryCodes)],
          ]}
        />
      </div>
      {state.recoveryCodes < fewCodes && (
        <p className="pl-notice pl-sm" role="status" style={{ marginBottom: 12 }}>
          {t('secondFactors:codes.few')}
        </p>
      )}
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Button onClick={() => setDialog('codes')}>{t('secondFactors:codes.renew')}</Button>
        <Button danger onClick={() => setDialog('remove')}>
          {t('secondFactors:remove')}
        </Button>
      </div>
      {dialog === 'codes' && <RenewDialog onCodes={onCodes} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && <RemoveDialog demanded={state.demanded} onClose={() => setDialog(null)} />}
    </>
  );
}

const errorField = { wrongPassword: 'password', secondFactorWrong: 'code' };

function PasswordAndCode() {
  const { t } = useTranslation();
  return (
    <>
      <Field name="password" label={t('secondFactors:password')}>
        <Input.Password autoFocus autoComplete="current-password" maxLength={64} />
      </Field>
      <Field name="code" label={t('secondFactors:code')} help={t('secondFactors:codeHelp')}>
        <Input className="pl-mono" autoComplete="one-time-code" maxLength={60} />
      </Field>
    </>
  );
}

function RenewDialog({ onCodes, onClose }: { onCodes: (codes: readonly string[]) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: renewCodes } = useWrite(secondFactors.renewCodes);
  return (
    <SchemaDialog
      title={t('secondFactors:codes.renew')}
      means={t('secondFactors:codes.renewMeans')}
      word={t('secondFactors:codes.renew')}
      widthPx={460}
      onClose={onClose}
      schema={secondFactors.renewCodes.input}
      errorField={errorField}
      onSubmit={async (input: InputOf<typeof secondFactors.renewCodes.input>) => {
        const { recoveryCodes } = await renewCodes(input);
        onClose();
        onCodes(recoveryCodes);
      }}
    >
      <PasswordAndCode />
    </SchemaDialog>
  );
}

function RemoveDialog({ demanded, onClose }: { demanded: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: remove } = useWrite(secondFactors.remove);
  return (
    <SchemaDialog
      title={t('secondFactors:removeTitle')}
      means={demanded ? t('secondFactors:removeDemanded') : t('secondFactors:removeMeans')}
      word={t('secondFactors:remove')}
      widthPx={460}
      onClose={onClose}
      schema={secondFactors.remove.input}
      errorField={errorField}
      onSubmit={async (input: InputOf<typeof secondFactors.remove.input>) => {
        await remove(input);
        toasts.done(t('secondFactors:removed'));
        onClose();
      }}
    >
      <PasswordAndCode />
    </SchemaDialog>
  );
}
