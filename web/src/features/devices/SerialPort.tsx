import { type Device, devices } from '@plumbline/contract/devices';
import { SerialConfig } from '@plumbline/contract/devices.config';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { Facts } from '../../design/Pane.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { call } from '../../kernel/call.ts';
import { missing } from '../../kernel/format.ts';
import { invalidate } from '../../kernel/queries.ts';

const processor = devices.setProcessor.input.shape.processor.shape;
const schema = SerialConfig.extend({ pollHex: processor.pollHex, timeoutMs: processor.timeoutMs });
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
  {
    type: 'INPUT',
    inputType: 'code',
    prop: 'pollHex',
    label: 'devices:serial.pollHex',
    tips: 'devices:serial.pollHexTip',
    span: 2,
  },
  { type: 'NUMBER', prop: 'timeoutMs', label: 'devices:serial.timeout', unit: 'ms' },
];

/** The serial port of a device, and the bytes that ask a sensor behind it. */
export function SerialPort({ device }: { device: Device }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  const { serial, pollHex, timeoutMs } = device.processor;
  const save = async (input: never): Promise<void> => {
    const { pollHex: poll, timeoutMs: timeout, ...port } = input as z.output<typeof schema>;
    await call(devices.setProcessor, {
      deviceId: device.id,
      processor: { serial: port, pollHex: poll ?? null, timeoutMs: timeout ?? null },
    });
    await invalidate(devices.get);
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
            [
              t('devices:serial.pollHex'),
              <code key="poll" className="pl-mono dv-wrap">
                {pollHex || missing}
              </code>,
            ],
            [t('devices:serial.timeout'), timeoutMs ? `${timeoutMs} ms` : missing],
          ]}
        />
      ) : (
        <p className="pl-3 pl-sm">{t('devices:serial.none')}</p>
      )}
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
          schema={schema}
          initial={{
            baudRate: 9600,
            dataBits: 8,
            parity: 'none',
            stopBits: 1,
            ...serial,
            pollHex: pollHex ?? null,
            timeoutMs: timeoutMs ?? null,
          }}
          fields={fields}
          onSave={save}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  );
}
