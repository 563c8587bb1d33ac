import { type Device, devices, deviceTypes } from '@plumbline/contract/devices';
import { type Family, type FamilyCode, families, familyCodes } from '@plumbline/contract/families';
import { Button, Form, Input, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field, SchemaForm } from '../../design/SchemaForm.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { call } from '../../kernel/call.ts';
import { forget } from '../../kernel/queries.ts';
import { type ChannelDraft, ChannelsInput } from './ChannelsInput.tsx';
import { SncodeInput } from './SncodeInput.tsx';
import { keepSecret } from './secrets.ts';

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
  const toasts = useToasts();
  const save = async (input: never): Promise<void> => {
    let saved: Device;
    if (device) {
      ({ device: saved } = await call(devices.update, input));
    } else {
      const made = await call(devices.create, input);
      keepSecret(made.device.id, made.secret);
      saved = made.device;
    }
    await forget(devices.list, devices.ofProject, devices.get);
    if (device) toasts.done(t('common:saved'));
    onClose();
    onDone?.(saved);
  };
  return (
    <Modal
      open
      title={device ? t('devices:edit') : t('devices:new')}
      footer={null}
      onCancel={onClose}
      width={640}
      destroyOnHidden
    >
      <SchemaForm
        schema={device ? devices.update.input : devices.create.input}
        fixed={device ? { deviceId: device.id } : { corporationId }}
        initial={
          device
            ? {
                name: device.name,
                model: device.model,
                manufacturer: device.manufacturer,
                type: device.type,
                measurement: device.measurement,
                iccid: device.iccid,
                channels: device.channels.map(({ number, mode, label }) => ({ number, mode, label })),
              }
            : { type: 'measuring', measurement: null, channels: [{ number: '1', mode: 1, label: '' }] }
        }
        errorField={{ sncodeExists: 'sncode', channelOccupied: 'channels' }}
        onSubmit={save}
        foot={(busy) => (
          <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
            <Button type="text" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="primary" htmlType="submit" loading={busy}>
              {device ? t('common:save') : t('devices:createAndConnect')}
            </Button>
          </div>
        )}
      >
        <DeviceFields {...(device ? { device } : {})} corporationId={corporationId} />
      </SchemaForm>
    </Modal>
  );
}

const measured = familyCodes.filter((code) => families[code].modes.length > 0);

function DeviceFields({ device, corporationId }: { device?: Device; corporationId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  /** Channels that nobody has touched follow what the device measures. */
  const follow = (measurement: FamilyCode | null): void => {
    if (device || !measurement || form.isFieldTouched('channels')) return;
    const mode = (families[measurement] as Family).modes[0];
    const channels = (form.getFieldValue('channels') ?? []) as ChannelDraft[];
    if (mode)
      form.setFieldValue(
        'channels',
        channels.map((each) => ({ ...each, mode })),
      );
  };
  return (
    <>
      <div className="pl-fields-2">
        <Field name="name" label={t('devices:name')}>
          <Input autoFocus maxLength={32} />
        </Field>
        <Field name="model" label={t('devices:model')}>
          <Input maxLength={32} />
        </Field>
        {device ? (
          <Form.Item label={t('devices:sncode')}>
            <Input disabled value={device.sncode} className="pl-mono" />
          </Form.Item>
        ) : (
          <Field name="sncode" label={t('devices:sncode')} help={t('devices:sncodeHelp')}>
            <SncodeInput corporationId={corporationId} />
          </Field>
        )}
        <Field name="manufacturer" label={t('devices:manufacturer')}>
          <Input maxLength={32} />
        </Field>
        <Field name="measurement" label={t('devices:measurement')} help={t('devices:measurementHelp')}>
          <MeasurementSelect onPick={follow} />
        </Field>
        <Field name="type" label={t('devices:type')}>
          <Select options={deviceTypes.map((type) => ({ value: type, label: t(`devices:types.${type}`) }))} />
        </Field>
        <Field name="iccid" label={t('devices:iccid')} help={t('devices:iccidHelp')}>
          <Input maxLength={20} className="pl-mono" />
        </Field>
      </div>
      <Field name="channels" label={t('devices:channels')} help={t('devices:channelsHelp')}>
        <ChannelsInput {...(device ? { used: device.channels } : {})} />
      </Field>
    </>
  );
}

const several = 'several';

/** A family, or null where the device measures several kinds. */
function MeasurementSelect({
  value = null,
  onChange,
  onPick,
  id,
}: {
  value?: FamilyCode | null;
  onChange?: (value: FamilyCode | null) => void;
  onPick: (value: FamilyCode | null) => void;
  id?: string;
}) {
  const { t } = useTranslation();
  return (
    <Select<FamilyCode | typeof several>
      {...(id ? { id } : {})}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? several}
      options={[
        { value: several, label: t('devices:severalKinds') },
        ...measured.map((code) => ({ value: code, label: t(`families:family.${code}`) })),
      ]}
      onChange={(picked) => {
        const family = picked === several ? null : picked;
        onChange?.(family);
        onPick(family);
      }}
    />
  );
}
