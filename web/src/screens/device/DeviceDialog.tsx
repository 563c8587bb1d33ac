import { type Device, devices, deviceTypes } from '@plumbline/contract/devices/devices';
import type { deviceFields } from '@plumbline/contract/devices/devices.device';
import { collectorTypes, deviceCategories } from '@plumbline/contract/devices/devices.words';
import { type Model, models } from '@plumbline/contract/devices/models';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Family, type FamilyCode, families, familyCodes } from '@plumbline/contract/points/families';
import { AutoComplete, Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { keepSecret } from '../../features/devices/connections/connections.parts.tsx';
import { SncodeInput } from '../../features/devices/devices/panel.parts.tsx';
import { useCatalogue } from '../../features/devices/models/catalogue.queries.ts';
import { type ChannelDraft, ChannelsInput } from '../../features/devices/models/channels.parts.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';

/** All that is given with a device itself, in the order of the form: what is missing here does not compile. */
const deviceForm = {
  name: { type: 'INPUT', label: 'devices:name' },
  model: { type: 'slot', label: 'devices:model', tips: 'devices:modelHelp', span: 1 },
  manufacturer: { type: 'INPUT', label: 'devices:manufacturer' },
  measurement: {
    type: 'SELECT',
    label: 'devices:measurement',
    tips: 'devices:measurementHelp',
    options: [
      { value: null, label: 'devices:severalKinds' },
      ...familyCodes
        .filter((code) => families[code].modes.length > 0)
        .map((code) => ({ value: code, label: `families:family.${code}` })),
    ],
    // "Several kinds" is a choice and not an empty field.
    rules: { required: false },
  },
  type: {
    type: 'SELECT',
    label: 'devices:type',
    options: deviceTypes.map((type) => ({ value: type, label: `devices:types.${type}` })),
  },
  category: {
    type: 'SELECT',
    label: 'devices:categoryWord',
    options: deviceCategories.map((each) => ({ value: each, label: `devices:category.${each}` })),
  },
  collectorType: { type: 'SELECT', label: 'devices:collected' },
  register: { type: 'INPUT', label: 'devices:register', tips: 'devices:registerHelp', inputType: 'code' },
  iccid: { type: 'INPUT', label: 'devices:iccid', tips: 'devices:iccidHelp', inputType: 'code' },
  coordinates: { type: 'COORDINATE', label: 'devices:place', tips: 'devices:placeHelp' },
} satisfies Record<keyof typeof deviceFields, Omit<FieldDefinition, 'prop'>>;
/** The channels of a device that is there have their own tab. */
const ofExisting = Object.entries(deviceForm).map(([prop, field]): FieldDefinition => ({ prop, ...field }));
const sncode: FieldDefinition = {
  type: 'slot',
  prop: 'sncode',
  label: 'devices:sncode',
  tips: 'devices:sncodeHelp',
  span: 1,
};
const channels: FieldDefinition = {
  type: 'slot',
  prop: 'channels',
  label: 'devices:channels',
  tips: 'devices:channelsHelp',
};
const ofNew: readonly FieldDefinition[] = [
  ...ofExisting.flatMap((field) => (field.prop === 'model' ? [field, sncode] : [field])),
  channels,
];

/** What the form of a device begins with. */
const valuesOf = (device: Device) =>
  Object.fromEntries(ofExisting.map(({ prop }) => [prop, device[prop as keyof typeof deviceForm]]));
const newDevice = {
  type: 'measuring',
  category: 'other',
  collectorType: 'direct',
  measurement: null,
  channels: [{ number: '1', mode: 1, label: '' }],
};

/** Takes a device into the warehouse, or changes one. A new one's secret stays in memory for the page that comes next. */
export function DeviceDialog({
  device,
  corporationId,
  onClose,
  onDone,
}: {
  device?: Device;
  corporationId: number;
  onClose: () => void;
  onDone?: (device: Device) => void;
}) {
  const { t } = useTranslation();
  const save = useSave(device);
  return (
    <FormDialog
      title={device ? `${t('devices:edit')} · ${device.sncode}` : t('devices:new')}
      widthPx={640}
      schema={device ? devices.update.input : devices.create.input}
      fixed={device ? { deviceId: device.id } : { corporationId }}
      initial={device ? valuesOf(device) : newDevice}
      errorField={{ sncodeExists: 'sncode', registerExists: 'register', channelInvalid: 'channels' }}
      options={{
        collectorType: collectorTypes.map((each) => ({ value: each, label: `devices:collectorType.${each}` })),
      }}
      fields={device ? ofExisting : ofNew}
      slots={{
        sncode: ({ id, value, onChange }) => (
          <SncodeInput
            {...(id === undefined ? {} : { id })}
            value={(value as string | undefined) ?? ''}
            onChange={onChange}
            corporationId={corporationId}
          />
        ),
        model: ({ id, value, onChange, label }) => (
          <ModelInput id={id} label={label} value={value} onChange={onChange} />
        ),
        channels: ({ value, onChange }) => (
          <ChannelsInput value={(value as readonly ChannelDraft[] | undefined) ?? []} onChange={onChange} />
        ),
      }}
      {...(device ? {} : { saveLabel: t('devices:createAndConnect') })}
      onSave={save}
      onClose={onClose}
      onDone={onDone}
    >
      {!device && <ModelFollows />}
      {!device && <ChannelsFollow />}
    </FormDialog>
  );
}

/** Saves what was typed; a new device's secret is remembered for the page that comes next. */
function useSave(device: Device | undefined) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: createDevice } = useWrite(devices.create);
  const { run: updateDevice } = useWrite(devices.update);
  return async (input: never): Promise<Device> => {
    if (device) {
      const { device: saved } = await updateDevice(input);
      toasts.done(t('common:saved'));
      return saved;
    }
    const created = await createDevice(input);
    keepSecret(created.device.id, created.secret);
    return created.device;
  };
}

/** A model of the catalogue, or any other, typed. */
function ModelInput({
  id,
  label,
  value,
  onChange,
}: {
  id: string | undefined;
  label: string;
  value: unknown;
  onChange: (code: string) => void;
}) {
  const { options } = useCatalogue();
  return (
    <AutoComplete
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      value={(value as string | undefined) ?? ''}
      options={options}
      popupMatchSelectWidth={320}
      showSearch={{
        filterOption: (typed, option) =>
          !('options' in (option ?? {})) && String(option?.label).toLowerCase().includes(typed.trim().toLowerCase()),
      }}
      onChange={(code: string) => onChange(code)}
    />
  );
}

/** Channels that nobody has touched follow what the device measures. */
function ChannelsFollow() {
  const form = Form.useFormInstance();
  const measurement = Form.useWatch<FamilyCode | null | undefined>('measurement', form);
  useEffect(() => {
    const mode = measurement ? (families[measurement] as Family).modes[0] : undefined;
    if (mode === undefined || form.isFieldTouched('channels')) return;
    const channels = (form.getFieldValue('channels') ?? []) as readonly ChannelDraft[];
    form.setFieldValue(
      'channels',
      channels.map((each) => ({ ...each, mode })),
    );
  }, [measurement, form]);
  return null;
}

/** Where a predefined model is chosen, what nobody has touched is as the model says. */
function ModelFollows() {
  const form = Form.useFormInstance();
  const code = Form.useWatch<string | undefined>('model', form)?.trim().toLowerCase() ?? '';
  const query = useRead(models.list, {}, { staleTime: 5 * 60_000 });
  const model: Model | undefined =
    code === '' ? undefined : query.data?.models.find((each) => each.code.toLowerCase() === code);
  const appliedModelId = useRef<number | null>(null);
  useEffect(() => {
    if (!model || appliedModelId.current === model.id) return;
    appliedModelId.current = model.id;
    const values: Record<string, unknown> = {
      type: model.type,
      category: model.category,
      collectorType: model.collectorTypeOptions[0],
      manufacturer: model.manufacturer,
      ...(model.measurements.length === 1 ? { measurement: model.measurements[0] } : {}),
      channels: model.channels.map(({ number, mode, label }) => ({ number, mode, label })),
    };
    for (const [name, value] of Object.entries(values)) if (!form.isFieldTouched(name)) form.setFieldValue(name, value);
  }, [model, form]);
  return null;
}
