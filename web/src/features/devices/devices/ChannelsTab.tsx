import { type Device, devices } from '@plumbline/contract/devices/devices';
import { models } from '@plumbline/contract/devices/models';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { type ChannelDraft, ChannelsInput } from '../models/channels.parts.tsx';
import { ModulesInput } from './ModulesInput.tsx';

type Module = Device['hem'][number];
const draftOf = ({ number, mode, label, configType, protocol, sensor, address }: Device['channels'][number]) => ({
  number,
  mode,
  label,
  configType,
  protocol,
  sensor,
  address,
});

/** The channels of a device with their wiring, and its extension modules where its model takes any. */
export function ChannelsTab({ device }: { device: Device }) {
  const { run: updateDevice } = useWrite(devices.update);
  const allowed = useAllowed();
  const query = useRead(models.options, { model: device.model }, { staleTime: 60_000 });
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {(choices) => (
        <>
          <FormTab
            schema={devices.update.input}
            fixed={{ deviceId: device.id }}
            record={device}
            initial={{ channels: device.channels.map(draftOf) }}
            sections={[
              { fields: [{ type: 'slot', prop: 'channels', label: 'devices:channels', tips: 'devices:channelsHelp' }] },
            ]}
            errorField={{
              channelInUse: 'channels',
              channelInvalid: 'channels',
              channelUnknown: 'channels',
              addressInvalid: 'channels',
              serialConfigMissing: 'channels',
            }}
            slots={{
              channels: ({ value, onChange }) => (
                <ChannelsInput
                  value={(value as readonly ChannelDraft[] | undefined) ?? []}
                  onChange={onChange}
                  used={device.channels}
                  choices={choices}
                  modules={device.hem}
                  perModule={choices.hem?.channels ?? 0}
                  readOnly={!allowed(devices.update)}
                />
              ),
            }}
            onSave={async (input: never, precondition) => {
              await updateDevice(input, precondition);
            }}
          />
          {choices.hem && (choices.known || device.hem.length > 0) && <Modules device={device} limits={choices.hem} />}
        </>
      )}
    </Answer>
  );
}

/** HEM: the extension modules, each a number on the device and its own serial number. */
function Modules({ device, limits }: { device: Device; limits: { maxModules: number; channels: number } }) {
  const { t } = useTranslation();
  const { run: setHem } = useWrite(devices.setHem);
  const allowed = useAllowed();
  return (
    <FormTab
      schema={devices.setHem.input}
      fixed={{ deviceId: device.id }}
      record={device.hem}
      initial={{ modules: device.hem }}
      readOnly={!allowed(devices.setHem)}
      sections={[
        {
          title: 'devices:hem.title',
          fields: [{ type: 'slot', prop: 'modules', label: 'devices:hem.modules', tips: 'devices:hem.tip' }],
        },
      ]}
      errorField={{ channelInUse: 'modules', channelUnknown: 'modules', sncodeExists: 'modules' }}
      slots={{
        modules: ({ value, onChange, readOnly }) => (
          <ModulesInput
            value={(value as readonly Module[] | undefined) ?? []}
            onChange={onChange}
            max={limits.maxModules}
            readOnly={readOnly}
          />
        ),
      }}
      onSave={async (input: never, precondition) => {
        await setHem(input, precondition);
      }}
    >
      <p className="pl-3 pl-sm">{t('devices:hem.most', { modules: limits.maxModules, channels: limits.channels })}</p>
    </FormTab>
  );
}
