import { devices } from '@plumbline/contract/devices/devices';
import { models } from '@plumbline/contract/devices/models';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Feed, type FeedUnknown, feeds } from '@plumbline/contract/telemetry/feeds';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { useWrite } from '../../../kernel/writes.ts';

const fields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'as',
    label: 'feeds:as',
    options: ['new', 'existing'].map((value) => ({ value, label: `feeds:asWhat.${value}` })),
    span: 2,
  },
  { type: 'slot', prop: 'model', label: 'feeds:model', span: 2, visibleWhen: { prop: 'as', is: 'new' } },
  { type: 'INPUT', prop: 'name', label: 'feeds:deviceName', visibleWhen: { prop: 'as', is: 'new' } },
  { type: 'INPUT', prop: 'sncode', label: 'devices:sncode', visibleWhen: { prop: 'as', is: 'new' } },
  { type: 'slot', prop: 'deviceId', label: 'feeds:device', span: 2, visibleWhen: { prop: 'as', is: 'existing' } },
];
const chosen = z.discriminatedUnion('as', [
  z.object({
    as: z.literal('new'),
    model: z.string().min(1),
    name: devices.create.input.shape.name,
    sncode: devices.create.input.shape.sncode,
  }),
  z.object({ as: z.literal('existing'), deviceId: z.int() }),
]);

/** Makes an unknown source a device: a new one of a model, or one that is there. */
export function AdoptDialog({
  corporationId,
  feed,
  unknown: { source },
  onClose,
}: {
  corporationId: number;
  feed: Feed;
  unknown: FeedUnknown;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: create } = useWrite(devices.create);
  const { run: assign } = useWrite(feeds.assign);
  const sncode = source
    .toUpperCase()
    .replace(/[^A-Z0-9._-]/g, '-')
    .slice(-32);
  return (
    <FormDialog
      title={t('feeds:adoptTitle', { source })}
      schema={chosen}
      initial={{ as: 'new', model: '', name: sncode, sncode, deviceId: null }}
      fields={fields}
      slots={{
        model: ({ id, value, onChange }) => <ModelChoice id={id} value={value as string} onChange={onChange} />,
        deviceId: ({ id, value, onChange }) => (
          <DeviceChoice id={id} corporationId={corporationId} value={value as number | null} onChange={onChange} />
        ),
      }}
      errorField={{ sncodeExists: 'sncode', sourceInUse: 'as' }}
      saveLabel={t('feeds:adopt')}
      onSave={async (input: never) => {
        const choice = chosen.parse(input);
        const deviceId = choice.as === 'existing' ? choice.deviceId : await adopt(choice);
        await assign({ corporationId, feedId: feed.id, source, deviceId });
        toasts.done(t('feeds:adopted', { source }));
      }}
      onClose={onClose}
    />
  );

  async function adopt({
    model,
    name,
    sncode: number,
  }: {
    model: string;
    name: string;
    sncode: string;
  }): Promise<number> {
    const { device } = await create({ corporationId, model, name, sncode: number });
    return device.id;
  }
}

/** Models that bring a format first: their devices give readings at once. */
function ModelChoice({
  id,
  value,
  onChange,
}: {
  id: string | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useRead(models.list, {}, { staleTime: 60_000 });
  const named = (query.data?.models ?? []).map((model) => ({
    value: model.code,
    label:
      `${model.manufacturer} ${model.code} · ${model.labels[language as keyof typeof model.labels] || model.label}`.trim(),
    hasFormat: model.format !== null,
  }));
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      showSearch={{ optionFilterProp: 'label' }}
      loading={query.isPending}
      value={value === '' ? null : value}
      placeholder={t('feeds:modelChoose')}
      options={[
        { label: t('feeds:withFormat'), options: named.filter(({ hasFormat }) => hasFormat) },
        { label: t('feeds:withoutFormat'), options: named.filter(({ hasFormat }) => !hasFormat) },
      ]}
      onChange={onChange}
    />
  );
}

function DeviceChoice({
  id,
  corporationId,
  value,
  onChange,
}: {
  id: string | undefined;
  corporationId: number;
  value: number | null;
  onChange: (value: number) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim().slice(0, 50));
  const query = useRead(warehouse.list, { corporationId, pageSize: 50, ...(keyword === '' ? {} : { keyword }) });
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t('feeds:deviceFind')}
      loading={query.isPending}
      value={value}
      options={(query.data?.devices ?? []).map((device) => ({
        value: device.id,
        label: `${device.name} (${device.sncode})`,
      }))}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
