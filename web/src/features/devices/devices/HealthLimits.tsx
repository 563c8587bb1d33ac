import { type Device, devices } from '@plumbline/contract/devices/devices';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { HealthThresholds } from '@plumbline/contract/people/corporations';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'NUMBER', prop: 'voltageThreshold', label: 'devices:limits.voltage', unit: 'V' },
  { type: 'NUMBER', prop: 'lostTolerance', label: 'devices:limits.lost', tips: 'devices:limits.lostTip' },
  { type: 'NUMBER', prop: 'alertTolerance', label: 'devices:limits.alert', tips: 'devices:limits.alertTip' },
];

/** When a device counts as unhealthy: as its corporation says, or limits of its own. */
export function HealthLimits({ device }: { device: Device }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setHealthThreshold } = useWrite(devices.setHealthThreshold);
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  const query = useRead(devices.healthThreshold, { deviceId: device.id });
  const save = async (
    thresholds: Device['healthThresholds'],
    precondition?: { readonly over: unknown },
  ): Promise<void> => {
    await setHealthThreshold({ deviceId: device.id, thresholds }, precondition);
    toasts.done(t('common:saved'));
  };
  return (
    <section className="dv-section">
      <h3>{t('devices:limits.title')}</h3>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ thresholds, own }) => (
          <>
            <p className="pl-3 pl-sm">{own ? t('devices:limits.own') : t('devices:limits.corporation')}</p>
            <Facts
              facts={[
                [t('devices:limits.voltage'), `${formatNumber(thresholds.voltageThreshold, 1)} V`],
                [t('devices:limits.lost'), t('devices:limits.intervals', { count: thresholds.lostTolerance })],
                [t('devices:limits.alert'), t('devices:limits.intervals', { count: thresholds.alertTolerance })],
              ]}
            />
            {allowed(devices.setHealthThreshold) && (
              <LimitButtons own={own} onEdit={() => setEditing(true)} onGiveBack={() => save(null)} />
            )}
            {editing && (
              <FormDialog
                title={t('devices:limits.of', { name: device.name })}
                widthPx={460}
                schema={HealthThresholds}
                initial={{ ...thresholds }}
                fields={fields}
                record={query.data}
                onSave={(input: never, precondition) => save(input, precondition)}
                onClose={() => setEditing(false)}
              />
            )}
          </>
        )}
      </Answer>
    </section>
  );
}

/** Limits of its own are given, changed, or given back for those of the corporation. */
function LimitButtons({
  own,
  onEdit,
  onGiveBack,
}: {
  own: boolean;
  onEdit: () => void;
  onGiveBack: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const giveBack = async (): Promise<void> => {
    setBusy(true);
    await onGiveBack().catch(toasts.failed);
    setBusy(false);
  };
  return (
    <div className="pl-row dv-buttons">
      <Button size="small" onClick={onEdit}>
        {own ? t('devices:limits.change') : t('devices:limits.give')}
      </Button>
      {own && (
        <Button size="small" type="text" loading={busy} onClick={() => void giveBack()}>
          {t('devices:limits.back')}
        </Button>
      )}
    </div>
  );
}
