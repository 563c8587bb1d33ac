import { type Device, devices } from '@plumbline/contract/devices';
import { DeviceChart } from '@plumbline/contract/devices.config';
import { type FamilyCode, familyCodes, fieldsOf } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { Facts } from '../../design/Pane.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { call } from '../../kernel/call.ts';
import { formatNumber, missing } from '../../kernel/format.ts';
import { invalidate } from '../../kernel/queries.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'SELECT', inputType: 'many', prop: 'fields', label: 'devices:chart.fields', span: 2 },
  { type: 'NUMBER', prop: 'minimum', label: 'devices:chart.minimum' },
  { type: 'NUMBER', prop: 'maximum', label: 'devices:chart.maximum' },
  { type: 'NUMBER', prop: 'precision', label: 'devices:chart.precision' },
  { type: 'SWITCH', prop: 'reversed', label: 'devices:chart.reversed' },
];

/** How charts of the device begin: its fields, the ends of the axis, its direction and decimals. */
export function DeviceChartForm({ device }: { device: Device }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  const { chart } = device;
  const families: readonly FamilyCode[] = device.measurement ? [device.measurement] : familyCodes;
  const words = new Map(
    families.flatMap((family) =>
      fieldsOf(family).map(({ key }) => [key, t(`families:field.${family}.${key}`)] as const),
    ),
  );
  const number = (value: number | null | undefined): string =>
    value === null || value === undefined ? missing : formatNumber(value);
  return (
    <section className="dv-section">
      <h3>{t('devices:chart.title')}</h3>
      <Facts
        facts={[
          [t('devices:chart.fields'), chart.fields?.map((key) => words.get(key) ?? key).join(', ') || missing],
          [t('devices:chart.axis'), `${number(chart.minimum)} – ${number(chart.maximum)}`],
          [t('devices:chart.precision'), number(chart.precision)],
          [t('devices:chart.reversed'), t(chart.reversed ? 'devices:chart.yes' : 'devices:chart.no')],
        ]}
      />
      {allowed(devices.setChart) && (
        <div className="pl-row dv-buttons">
          <Button size="small" onClick={() => setEditing(true)}>
            {t('devices:chart.change')}
          </Button>
        </div>
      )}
      {editing && (
        <FormDialog
          title={t('devices:chart.title')}
          widthPx={500}
          schema={DeviceChart}
          record={device}
          initial={{ reversed: false, ...chart }}
          fields={fields}
          options={{ fields: [...words].map(([value, label]) => ({ value, label })) }}
          onSave={async (said: never, seen) => {
            // What was emptied is taken back.
            const given: DeviceChart = said;
            const chosen = { fields: null, minimum: null, maximum: null, precision: null, ...given };
            await call(
              devices.setChart,
              {
                deviceId: device.id,
                chart: { ...chosen, fields: chosen.fields?.length ? chosen.fields : null },
              },
              seen,
            );
            await invalidate(devices.get);
            toasts.done(t('common:saved'));
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  );
}
