import { channelConfigTypes, channelProtocols } from '@plumbline/contract/devices/devices.words';
import type { models } from '@plumbline/contract/devices/models';
import { AutoComplete, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { modelName } from './catalogue.queries.ts';
import type { ChannelDraft } from './channel-draft.ts';

/** Choices of a channel, by its model. Absent: only number, mode and label are asked for. */
export type ChannelChoices = Pick<
  Reply<typeof models.options>,
  'protocols' | 'configTypes' | 'sensorModes' | 'sensors' | 'maxChannels'
>;

/** How one channel is wired and read: where it is, its protocol, what is connected, its address. */
export function ChannelWiring({
  channel,
  choices,
  readOnly,
  onChange,
}: {
  channel: ChannelDraft;
  choices: ChannelChoices;
  readOnly: boolean;
  onChange: (part: Partial<ChannelDraft>) => void;
}) {
  const { t } = useTranslation();
  const places = choices.configTypes.length > 0 ? choices.configTypes : channelConfigTypes;
  return (
    <div className="dv-wiring">
      <Labelled word={t('devices:where')}>
        <Select
          value={channel.configType ?? 'direct'}
          disabled={readOnly}
          aria-label={t('devices:where')}
          popupMatchSelectWidth={false}
          options={places.map((place) => ({ value: place, label: t(`devices:configType.${place}`) }))}
          onChange={(configType) => onChange({ configType })}
        />
      </Labelled>
      <Labelled word={t('devices:protocolWord')}>
        <ProtocolChoice channel={channel} choices={choices} readOnly={readOnly} onChange={onChange} />
      </Labelled>
      <Labelled word={t('devices:sensor')}>
        <SensorInput channel={channel} choices={choices} readOnly={readOnly} onChange={onChange} />
      </Labelled>
      <Labelled word={t('devices:address')}>
        <Input
          value={channel.address ?? ''}
          aria-label={t('devices:address')}
          disabled={readOnly}
          maxLength={32}
          placeholder={channel.protocol === 'adm' ? 'n-xxxxxx' : ''}
          onChange={(event) => onChange({ address: event.target.value.trim() })}
        />
      </Labelled>
    </div>
  );
}

const Labelled = ({ word, children }: { word: string; children: ReactNode }) => (
  <div>
    <span>{word}</span>
    {children}
  </div>
);

type PartProps = Parameters<typeof ChannelWiring>[0];

function ProtocolChoice({ channel, choices, readOnly, onChange }: PartProps) {
  const { t } = useTranslation();
  const protocols = choices.protocols.length > 0 ? choices.protocols : channelProtocols;
  return (
    <Select
      value={channel.protocol ?? ''}
      disabled={readOnly}
      aria-label={t('devices:protocolWord')}
      popupMatchSelectWidth={false}
      options={[
        { value: '' as const, label: t('devices:asModel') },
        ...protocols.map((protocol) => ({ value: protocol, label: t(`devices:protocol.${protocol}`) })),
      ]}
      onChange={(protocol: (typeof protocols)[number] | '') =>
        onChange({ protocol: protocol === '' ? null : protocol })
      }
    />
  );
}

/** What is connected: a model of the catalogue, or any other, typed. */
function SensorInput({ channel, choices, readOnly, onChange }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <AutoComplete
      value={channel.sensor ?? ''}
      disabled={readOnly}
      aria-label={t('devices:sensor')}
      popupMatchSelectWidth={false}
      options={choices.sensors.map((sensor) => ({
        value: sensor.code,
        label: `${sensor.code} · ${modelName(sensor, language)}`,
      }))}
      showSearch={{
        filterOption: (typed, option) => (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()),
      }}
      onChange={(sensor: string) => onChange({ sensor: sensor.slice(0, 32) })}
    />
  );
}
