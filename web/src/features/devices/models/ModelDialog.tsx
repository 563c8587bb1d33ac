import { configKeysShown } from '@plumbline/contract/devices/devices.config';
import {
  channelProtocols,
  collectorTypes,
  deviceCategories,
  deviceTypes,
  modelFeaturesRead,
} from '@plumbline/contract/devices/devices.words';
import { type Model, models } from '@plumbline/contract/devices/models';
import { modelLinks } from '@plumbline/contract/kernel/formats';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { familyCodes, sensorModes } from '@plumbline/contract/points/families';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { ChannelsInput } from './ChannelsInput.tsx';
import type { ChannelDraft } from './channel-draft.ts';

const many = (prop: string, label: string, values: readonly (string | number)[], word: (value: string) => string) => ({
  ...({ type: 'SELECT', inputType: 'many', prop, label, span: 2 } as const),
  options: values.map((value) => ({ value, label: word(String(value)) })),
});
const code: FieldDefinition = {
  type: 'INPUT',
  prop: 'code',
  label: 'models:code',
  inputType: 'code',
  tips: 'models:codeTip',
};
const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'label', label: 'models:label' },
  { type: 'INPUT', prop: 'labels.zh-CN', label: 'models:labelZh' },
  { type: 'INPUT', prop: 'series', label: 'devices:series' },
  { type: 'INPUT', prop: 'manufacturer', label: 'devices:manufacturer' },
  {
    type: 'SELECT',
    prop: 'type',
    label: 'devices:type',
    options: deviceTypes.map((value) => ({ value, label: `devices:types.${value}` })),
  },
  {
    type: 'SELECT',
    prop: 'category',
    label: 'devices:categoryWord',
    options: deviceCategories.map((value) => ({ value, label: `devices:category.${value}` })),
  },
  many('measurements', 'models:measurements', familyCodes, (value) => `families:family.${value}`),
  many('collectorTypeOptions', 'devices:collected', collectorTypes, (value) => `devices:collectorType.${value}`),
  {
    type: 'SELECT',
    prop: 'channelProtocol',
    label: 'models:channelProtocol',
    options: channelProtocols.map((value) => ({ value, label: `devices:protocol.${value}` })),
  },
  { type: 'NUMBER', prop: 'maxChannels', label: 'models:maxChannels' },
  many('protocols', 'models:protocols', channelProtocols, (value) => `devices:protocol.${value}`),
  many(
    'sensorModes',
    'models:sensorModes',
    Object.keys(sensorModes).map(Number),
    (value) => `families:mode.${sensorModes[Number(value) as keyof typeof sensorModes]}`,
  ),
  { type: 'CHECK', prop: 'registerIsSame', label: 'models:registerIsSame', span: 2 },
  { type: 'slot', prop: 'hem', label: 'models:hem', span: 1 },
  { type: 'slot', prop: 'nodes', label: 'models:nodes', span: 1 },
  many('features', 'models:features', modelFeaturesRead, (value) => `models:feature.${value}`),
  many('configFields', 'models:configFields', configKeysShown, (value) => `devices:config.${value}`),
  { type: 'slot', prop: 'channels', label: 'models:begins', tips: 'models:beginsTip' },
  {
    type: 'SELECT',
    prop: 'link',
    label: 'formats:link',
    options: modelLinks.map((value) => ({ value, label: `formats:links.${value}` })),
  },
  { type: 'INPUT', prop: 'source', label: 'formats:documented' },
];

const wired = (list: unknown): ChannelDraft[] =>
  ((list as ChannelDraft[] | undefined) ?? []).map((each) => ({
    configType: 'direct' as const,
    protocol: null,
    sensor: '',
    address: '',
    ...each,
  }));

/** A language without a name is asked for as an empty one, and not kept. */
const unnamed = { 'zh-CN': '' };

/** What the form begins with: the model, or one like it under another code. */
const valuesOf = (from: Model, isCopy: boolean) => ({
  ...from,
  code: isCopy ? '' : from.code,
  labels: { ...unnamed, ...from.labels },
  features: from.features.filter((each) => modelFeaturesRead.includes(each)),
  configFields: from.configFields.filter((each) => configKeysShown.includes(each)),
});
const newModel = {
  type: 'measuring',
  category: 'other',
  collectorTypeOptions: ['direct'],
  channelProtocol: 'plumbline',
  link: 'own',
  source: '',
  labels: unnamed,
  measurements: [],
  protocols: [],
  sensorModes: [],
  features: [],
  configFields: [],
  registerIsSame: false,
  channels: [],
  maxChannels: 1,
  hem: null,
  nodes: null,
};

type Edited = Pick<Model, 'labels' | 'features' | 'configFields'>;

/** What was typed, with what the form does not show as it was. */
function withUnseen(from: Model | undefined, edited: Edited): Edited {
  // Names in languages that the form does not ask for stay.
  const { 'zh-CN': _, ...others } = from?.labels ?? {};
  const named = Object.entries({ ...others, ...edited.labels }).filter(([, name]) => name !== '');
  // Features and config edited that the form does not show stay too.
  return {
    ...edited,
    labels: Object.fromEntries(named),
    features: [...edited.features, ...(from?.features ?? []).filter((each) => !modelFeaturesRead.includes(each))],
    configFields: [
      ...edited.configFields,
      ...(from?.configFields ?? []).filter((each) => !configKeysShown.includes(each)),
    ],
  };
}

/** Adds a model, one like another, or changes one. Devices that are of it keep what they have. */
export function ModelDialog({ model, like, onClose }: { model?: Model; like?: Model; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: createModel } = useWrite(models.create);
  const { run: updateModel } = useWrite(models.update);
  const from = model ?? like;
  return (
    <FormDialog
      title={model ? t('models:edit', { code: model.code }) : t('models:new')}
      widthPx={720}
      schema={model ? models.update.input : models.create.input}
      fixed={model ? { modelId: model.id } : {}}
      initial={from ? valuesOf(from, model === undefined) : newModel}
      errorField={{ nameTaken: 'code' }}
      fields={model ? fields : [code, ...fields]}
      slots={{
        hem: ({ id, value, onChange }) => (
          <Pair
            id={id}
            names={['maxModules', 'channels']}
            words={[t('models:modules'), t('models:channelsEach')]}
            value={value}
            onChange={onChange}
          />
        ),
        nodes: ({ id, value, onChange }) => (
          <Pair
            id={id}
            names={['minimum', 'maximum']}
            words={[t('models:least'), t('models:most')]}
            value={value}
            onChange={onChange}
          />
        ),
        channels: ({ value, onChange }) => (
          <ChannelsInput value={wired(value)} onChange={(list) => onChange(wired(list))} />
        ),
      }}
      {...(model ? {} : { saveLabel: t('common:create') })}
      onSave={async (input: never) => {
        const fullInput = withUnseen(from, input) as never;
        if (model) await updateModel(fullInput);
        // The format has a page of its own; a copy begins with the one that it is like.
        else await createModel({ ...(fullInput as object), format: like?.format ?? null } as never);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

/** Two whole numbers that go together; both empty = there is none of it. */
function Pair({
  id,
  names,
  words,
  value,
  onChange,
}: {
  id: string | undefined;
  names: readonly [string, string];
  words: readonly [string, string];
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const pairs = [
    [names[0], words[0]],
    [names[1], words[1]],
  ] as const;
  const now = (value as Record<string, number | null> | null | undefined) ?? {};
  const set = (name: string, number: number | null): void => {
    const next = { ...now, [name]: number };
    onChange(names.every((each) => next[each] === null || next[each] === undefined) ? null : next);
  };
  return (
    <div className="md-pair">
      {pairs.map(([name, word], i) => (
        <InputNumber
          key={name}
          {...(i === 0 && id !== undefined ? { id } : {})}
          aria-label={word}
          placeholder={word}
          min={1}
          precision={0}
          value={now[name] ?? null}
          onChange={(number) => set(name, number)}
        />
      ))}
    </div>
  );
}
