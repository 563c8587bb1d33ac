import { type Device, devices } from '@plumbline/contract/devices/devices';
import { SerialConfig } from '@plumbline/contract/devices/devices.processor';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useWrite } from '../../../kernel/writes.ts';

const numbers = (values: readonly number[]) => values.map((value) => ({ value, label: String(value) }));
const fields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'baudRate',
    label: 'devices:serial.baudRate',
    options: numbers([1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]),
  },
  {
    type: 'SELECT',
    prop: 'parity',
    label: 'devices:serial.parity',
    options: (['none', 'even', 'odd'] as const).map((value) => ({ value, label: `devices:serial.parities.${value}` })),
  },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'dataBits',
    label: 'devices:serial.dataBits',
    options: numbers([7, 8]),
  },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'stopBits',
    label: 'devices:serial.stopBits',
    options: numbers([1, 2]),
  },
];

/** The serial line of a device: a register channel is refused until it is set (serialConfigMissing). */
export function SerialPort({ device }: { device: Device }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setProcessor } = useWrite(devices.setProcessor);
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  const { serial } = device.processor;
  const save = async (input: never): Promise<void> => {
    await setProcessor({ deviceId: device.id, processor: { serial: input } });
    toasts.done(t('common:saved'));
  };
  return (
    <section className="dv-section">
      <h3>{t('devices:serial.title')}</h3>
      {serial ? (
        <Facts
          facts={[
            [
              t('devices:serial.line'),
              `${serial.baudRate} · ${serial.dataBits}${t(`devices:serial.parities.${serial.parity}`).slice(0, 1)}${serial.stopBits}`,
            ],
          ]}
        />
      ) : (
        <p className="pl-3 pl-sm">{t('devices:serial.none')}</p>
      )}
      <p className="pl-3 pl-sm">{t('devices:serial.note')}</p>
      {allowed(devices.setProcessor) && (
        <div className="pl-row dv-buttons">
          <Button size="small" onClick={() => setEditing(true)}>
            {serial ? t('devices:serial.change') : t('devices:serial.set')}
          </Button>
        </div>
      )}
      {editing && (
        <FormDialog
          title={t('devices:serial.title')}
          schema={SerialConfig}
          initial={{
            baudRate: 9600,
            dataBits: 8,
            parity: 'none',
            stopBits: 1,
            ...serial,
          }}
          fields={fields}
          onSave={save}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  );
}
