import { SettingOutlined } from '@ant-design/icons';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { corporations, HealthThresholds } from '@plumbline/contract/people/corporations';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
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

/** By what devices are judged unless they have limits of their own: the corporation's, changed where one may. */
export function LimitsNote({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: updateCorporation } = useWrite(corporations.update);
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  const query = useRead(corporations.get, { corporationId }, { enabled: allowed(corporations.get) });
  const limits = query.data?.corporation.healthThresholds;
  if (!limits) return null;
  return (
    <>
      <span className="pl-3 pl-sm pl-wide-only">
        {t('health:limits', {
          volts: formatNumber(limits.voltageThreshold, 1),
          lost: limits.lostTolerance,
          alert: limits.alertTolerance,
        })}
      </span>
      {allowed(corporations.update) && (
        <Button icon={<SettingOutlined />} aria-label={t('health:setLimits')} onClick={() => setEditing(true)} />
      )}
      {editing && (
        <FormDialog
          title={t('health:setLimits')}
          widthPx={460}
          schema={HealthThresholds}
          initial={{ ...limits }}
          fields={fields}
          onSave={async (healthThresholds: never) => {
            await updateCorporation({ corporationId, healthThresholds });
            toasts.done(t('common:saved'));
          }}
          onClose={() => setEditing(false)}
        >
          <p className="pl-3 pl-sm">{t('health:limitsWhy')}</p>
        </FormDialog>
      )}
    </>
  );
}
