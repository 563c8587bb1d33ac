import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Corporation, corporations, type Limited } from '@plumbline/contract/people/corporations';
import { host } from '@plumbline/contract/points/fields';
import { formatBytes } from '@plumbline/science/display/quantity';
import { Button, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Facts } from '../../../design/Pane.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

const gigabyte = 1024 ** 3;
const inWords = (limited: Limited, value: number): string =>
  limited === 'storageBytes' ? formatBytes(value) || '0 B' : formatCount(value);

/** How much the corporation has and may have; who looks after the installation sets the limits and the host name. */
export function LimitSection({ corporation }: { corporation: Corporation }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRead(corporations.use, { corporationId: corporation.id });
  const ofMax = (limited: Limited, used: number): string => {
    const max = corporation.limits[limited];
    const now = inWords(limited, used);
    return max === null ? now : t('corporations:limits.of', { used: now, max: inWords(limited, max) });
  };
  return (
    <section>
      <h2>{t('corporations:limits.title')}</h2>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {(used) => (
          <Facts
            facts={(['points', 'devices', 'storageBytes'] as const).map((limited) => [
              t(`corporations:limits.${limited}`),
              ofMax(limited, used[limited]),
            ])}
          />
        )}
      </Answer>
      {allowed(corporations.setTerms) && <TermsForm key={corporation.id} corporation={corporation} />}
    </section>
  );
}

const terms = z.object({
  host: z.union([z.literal(''), host]).optional(),
  points: z.int().min(0).max(10_000_000).nullish(),
  devices: z.int().min(0).max(10_000_000).nullish(),
  gigabytes: z.number().min(0).max(1_000_000).nullish(),
});
type Typed = OutputOf<typeof terms>;

function TermsForm({ corporation }: { corporation: Corporation }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setTerms } = useWrite(corporations.setTerms);
  const [round, setRound] = useState(0);
  const { points, devices, storageBytes } = corporation.limits;
  const save = async ({ host, points, devices, gigabytes }: Typed, precondition: { readonly over: unknown }) => {
    const bytes = gigabytes === null || gigabytes === undefined ? null : Math.round(gigabytes * gigabyte);
    const limits = { points: points ?? null, devices: devices ?? null, storageBytes: bytes };
    await setTerms({ corporationId: corporation.id, host: host || null, limits }, precondition);
    toasts.done(t('common:saved'));
    setRound((each) => each + 1);
  };
  return (
    <SchemaForm
      key={round}
      schema={terms}
      record={corporation}
      initial={{
        host: corporation.host ?? '',
        points,
        devices,
        gigabytes: storageBytes === null ? null : Math.round((storageBytes / gigabyte) * 1000) / 1000,
      }}
      errorField={{ nameTaken: 'host' }}
      onSubmit={save}
      foot={(busy) => (
        <Button htmlType="submit" loading={busy}>
          {t('common:save')}
        </Button>
      )}
    >
      <p className="pl-2 lead">{t('corporations:limits.why')}</p>
      <Field name="points" label={t('corporations:limits.maxPoints')}>
        <InputNumber precision={0} />
      </Field>
      <Field name="devices" label={t('corporations:limits.maxDevices')}>
        <InputNumber precision={0} />
      </Field>
      <Field name="gigabytes" label={t('corporations:limits.maxStorage')} help={t('corporations:limits.storageHelp')}>
        <InputNumber suffix="GB" />
      </Field>
      <Field name="host" label={t('corporations:host')} help={t('corporations:hostHelp')}>
        <Input placeholder="monitoring.example.com" />
      </Field>
    </SchemaForm>
  );
}
