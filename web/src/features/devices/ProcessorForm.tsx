import { limits } from '@plumbline/contract/constants';
import { type Device, devices } from '@plumbline/contract/devices';
import type { ProcessorConfig } from '@plumbline/contract/devices.config';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { Facts } from '../../design/Pane.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { call } from '../../kernel/call.ts';
import { formatNumber, missing } from '../../kernel/format.ts';
import { invalidate } from '../../kernel/queries.ts';

/** Frequencies and events are asked for where the model has them; the serial port has its own section. */
type Processor = Device['processor'];
const { detrend, band, event } = devices.setProcessor.input.shape.processor.shape;
const frequencyHz = z.number().min(0.001).max(limits.vibrationTotalHz).nullable().optional();
const bandShape = band.unwrap().unwrap().shape;
/** The form's own shape: switches and pairs are open until they are sent. */
const schema = z
  .object({
    detrend,
    lowHz: bandShape.lowHz.nullable().optional(),
    highHz: bandShape.highHz.nullable().optional(),
    frequenciesHz: z.record(z.string(), frequencyHz).optional(),
    records: z.boolean(),
    event: event.unwrap().unwrap().partial().optional(),
  })
  .check(({ value, issues }) => {
    const given = Object.entries(value.frequenciesHz ?? {});
    const total = given.reduce((sum, [, each]) => sum + (each ?? 0), 0);
    if (total > limits.vibrationTotalHz)
      issues.push({
        code: 'custom',
        message: 'vibrationTotal',
        input: value,
        path: ['frequenciesHz', given.findLast(([, each]) => each)?.[0] ?? ''],
        params: { total, maximum: limits.vibrationTotalHz },
      });
    if (((value.lowHz ?? null) === null) !== ((value.highHz ?? null) === null))
      issues.push({
        code: 'custom',
        message: 'rangeReversed',
        input: value,
        path: [(value.lowHz ?? null) === null ? 'lowHz' : 'highHz'],
      });
  });
type Draft = z.output<typeof schema>;
const mostChannels = 32;
const plain = (hz: number): string => formatNumber(hz, Number.isInteger(hz) ? 0 : 3);

const seconds = (prop: string, visibleWhen: FieldDefinition['visibleWhen']): FieldDefinition => ({
  type: 'NUMBER',
  prop: `event.${prop}`,
  label: `devices:processor.${prop}`,
  unit: 's',
  ...(visibleWhen ? { visibleWhen } : {}),
});
const recorded = { prop: 'records', is: true } as const;
const byRatio = [recorded, { prop: 'event.trigger', is: 'staLta' }] as const;
const eventFields: readonly FieldDefinition[] = [
  { type: 'SWITCH', prop: 'records', label: 'devices:processor.records', span: 2 },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'event.trigger',
    label: 'devices:processor.trigger',
    visibleWhen: recorded,
    options: (['level', 'staLta'] as const).map((value) => ({ value, label: `devices:processor.triggers.${value}` })),
  },
  {
    type: 'NUMBER',
    prop: 'event.level',
    label: 'devices:processor.level',
    visibleWhen: [recorded, { prop: 'event.trigger', is: 'level' }],
  },
  seconds('staSeconds', byRatio),
  seconds('ltaSeconds', byRatio),
  { type: 'NUMBER', prop: 'event.on', label: 'devices:processor.on', visibleWhen: byRatio },
  { type: 'NUMBER', prop: 'event.off', label: 'devices:processor.off', visibleWhen: byRatio },
  seconds('preSeconds', recorded),
  seconds('postSeconds', recorded),
  seconds('mergeSeconds', recorded),
];
const filterFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'detrend',
    label: 'devices:processor.detrend',
    span: 2,
    options: (['none', 'mean', 'linear'] as const).map((value) => ({
      value,
      label: `devices:processor.detrends.${value}`,
    })),
  },
  { type: 'NUMBER', prop: 'lowHz', label: 'devices:processor.lowHz', unit: 'Hz' },
  { type: 'NUMBER', prop: 'highHz', label: 'devices:processor.highHz', unit: 'Hz' },
];
const eventStart = {
  trigger: 'level',
  staSeconds: 0.5,
  ltaSeconds: 10,
  on: 3,
  off: 1.5,
  preSeconds: 1,
  postSeconds: 5,
  mergeSeconds: 2,
};

function processorOf(draft: Draft, withEvents: boolean, withFrequencies: boolean): ProcessorConfig {
  const { lowHz = null, highHz = null } = draft;
  const frequencies = Object.entries(draft.frequenciesHz ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return {
    detrend: draft.detrend ?? null,
    band: lowHz === null || highHz === null ? null : { lowHz, highHz },
    ...(withFrequencies && { frequenciesHz: frequencies.length > 0 ? Object.fromEntries(frequencies) : null }),
    ...(withEvents && { event: draft.records ? ({ ...eventStart, ...draft.event } as Processor['event']) : null }),
  };
}

/** How a device samples, filters and keeps events before it sends: what it is set to, and the form. */
export function ProcessorForm({
  device,
  withEvents,
  withFrequencies,
}: {
  device: Device;
  withEvents: boolean;
  withFrequencies: boolean;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  const { frequenciesHz, detrend: trend, band: kept, event: recorder } = device.processor;
  const total = Object.values(frequenciesHz ?? {}).reduce((sum, each) => sum + each, 0);
  const frequencyFields = device.channels.slice(0, mostChannels).map(
    ({ number }): FieldDefinition => ({
      type: 'NUMBER',
      prop: `frequenciesHz.${number}`,
      label: t('devices:processor.frequencyOf', { channel: number }),
      unit: 'Hz',
    }),
  );
  return (
    <section className="dv-section">
      <h3>{t('devices:processor.title')}</h3>
      <Facts
        facts={[
          ...(withFrequencies
            ? ([
                [
                  t('devices:processor.frequencies'),
                  total > 0 ? t('devices:processor.total', { total: plain(total) }) : missing,
                ],
              ] as [string, string][])
            : []),
          [t('devices:processor.detrend'), trend ? t(`devices:processor.detrends.${trend}`) : missing],
          [t('devices:processor.band'), kept ? `${plain(kept.lowHz)} – ${plain(kept.highHz)} Hz` : missing],
          ...(withEvents
            ? ([
                [
                  t('devices:processor.records'),
                  recorder ? t(`devices:processor.triggers.${recorder.trigger}`) : t('devices:processor.noEvents'),
                ],
              ] as [string, string][])
            : []),
        ]}
      />
      {allowed(devices.setProcessor) && (
        <div className="pl-row dv-buttons">
          <Button size="small" onClick={() => setEditing(true)}>
            {t('devices:processor.change')}
          </Button>
        </div>
      )}
      {editing && (
        <FormDialog
          title={t('devices:processor.title')}
          schema={schema}
          record={device}
          initial={{
            detrend: trend ?? 'none',
            lowHz: kept?.lowHz ?? null,
            highHz: kept?.highHz ?? null,
            frequenciesHz: { ...frequenciesHz },
            records: Boolean(recorder),
            event: { ...eventStart, ...recorder },
          }}
          fields={[...(withFrequencies ? frequencyFields : []), ...filterFields, ...(withEvents ? eventFields : [])]}
          onSave={async (input: never, seen) => {
            const processor = processorOf(input, withEvents, withFrequencies);
            await call(devices.setProcessor, { deviceId: device.id, processor }, seen);
            await invalidate(devices.get);
            toasts.done(t('common:saved'));
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  );
}
