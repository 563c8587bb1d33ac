import { type Device, devices } from '@plumbline/contract/devices/devices';
import {
  BandConfig,
  EventConfig,
  type ProcessorConfig,
  samplingOf,
} from '@plumbline/contract/devices/devices.processor';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { OutputOf, Schema } from '@plumbline/contract/kernel/route';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';

type Sampling = OutputOf<ReturnType<typeof samplingOf>>;
export type ProcessorPart = 'sampling' | 'band' | 'event';

const numberField = (part: string, prop: string, unit?: string): FieldDefinition => ({
  type: 'NUMBER',
  prop,
  label: `processors:${part}.${prop}`,
  ...(unit && { unit }),
});
const samplingFields = (channels: readonly string[], t: TFunction): readonly FieldDefinition[] => [
  ...channels.map(
    (channel): FieldDefinition => ({
      type: 'NUMBER',
      prop: `frequenciesHz.${channel}`,
      label: t('processors:sampling.channel', { channel }),
      unit: 'Hz',
    }),
  ),
  {
    type: 'SELECT',
    prop: 'detrend',
    label: 'processors:sampling.detrend',
    options: (['none', 'mean', 'linear'] as const).map((value) => ({ value, label: `processors:detrends.${value}` })),
  },
  { type: 'INPUT', inputType: 'code', prop: 'pollHex', label: 'processors:sampling.pollHex' },
  numberField('sampling', 'timeoutMs', 'ms'),
];
const bandFields = [numberField('band', 'lowHz', 'Hz'), numberField('band', 'highHz', 'Hz')];
const eventFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'trigger',
    label: 'processors:event.trigger',
    options: (['level', 'staLta'] as const).map((value) => ({ value, label: `processors:triggers.${value}` })),
    span: 2,
  },
  { ...numberField('event', 'level'), visibleWhen: { prop: 'trigger', is: 'level' } },
  ...([['staSeconds', 's'], ['ltaSeconds', 's'], ['on'], ['off']] as const).map(([prop, unit]) => ({
    ...numberField('event', prop, unit),
    visibleWhen: { prop: 'trigger', is: 'staLta' },
  })),
  numberField('event', 'preSeconds', 's'),
  numberField('event', 'postSeconds', 's'),
  numberField('event', 'mergeSeconds', 's'),
];

/** What was typed of the sampling, as the device's settings take it: an empty frequency is none. */
function withoutBlanks({ frequenciesHz, ...others }: Sampling) {
  const set = Object.entries(frequenciesHz).filter((each): each is [string, number] => each[1] !== null);
  return { ...others, frequenciesHz: set.length > 0 ? Object.fromEntries(set) : null };
}

/** Sets one part of how a device works on what it measures. */
export function ProcessorDialog({
  device: { id: deviceId, processor, channels },
  part,
  isVibrating,
  onClose,
}: {
  device: Device;
  part: ProcessorPart;
  /** Its channels are sampled many times a second: each has a frequency. */
  isVibrating: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run } = useWrite(devices.setProcessor);
  const save = async (changes: ProcessorConfig): Promise<void> => {
    await run({ deviceId, processor: changes });
    toasts.done(t('processors:asked'));
  };
  const common = { title: t(`processors:${part}.title`), saveLabel: t('instruments:send'), onClose } as const;
  if (part === 'sampling') {
    const numbers = isVibrating ? channels.map(({ number }) => number) : [];
    const { detrend = null, pollHex = null, timeoutMs = null, frequenciesHz } = processor;
    const frequencies = Object.fromEntries(numbers.map((number) => [number, frequenciesHz?.[number] ?? null]));
    return (
      <FormDialog
        {...common}
        schema={samplingOf(numbers)}
        initial={{ frequenciesHz: frequencies, detrend, pollHex, timeoutMs }}
        fields={samplingFields(numbers, t)}
        onSave={(input: Sampling) => save(isVibrating ? withoutBlanks(input) : { ...input, frequenciesHz: undefined })}
      />
    );
  }
  const [schema, fields, start]: [Schema, readonly FieldDefinition[], Record<string, unknown>] =
    part === 'band' ? [BandConfig, bandFields, { lowHz: 0.5, highHz: 30 }] : [EventConfig, eventFields, eventStart];
  const isSet = processor[part] !== undefined && processor[part] !== null;
  return (
    <FormDialog
      {...common}
      schema={schema}
      initial={{ ...start, ...processor[part] }}
      fields={fields}
      onSave={(input: never) => save({ [part]: input })}
    >
      {isSet && (
        <Button
          size="small"
          onClick={() => void save({ [part]: null }).then(onClose, toasts.failed)}
          style={{ alignSelf: 'flex-start' }}
        >
          {t(`processors:${part}.remove`)}
        </Button>
      )}
    </FormDialog>
  );
}
const eventStart = EventConfig.parse({ trigger: 'level' });
