import { DeleteOutlined, PlusOutlined, SettingOutlined, WarningOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices';
import { channelConfigTypes, channelProtocols } from '@plumbline/contract/devices.words';
import { sensorModes } from '@plumbline/contract/families';
import type { models } from '@plumbline/contract/models';
import { AutoComplete, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../kernel/language.ts';
import type { Reply } from '../../kernel/queries.ts';
import type { ChannelDraft } from './channel-draft.ts';
import { modelName } from './model-choices.ts';
import { channelsOfModule } from './module-faults.ts';

/** What a channel may say, by its model. Absent: only number, mode and label are asked for. */
export type ChannelChoices = Pick<
  Reply<typeof models.options>,
  'protocols' | 'configTypes' | 'sensorModes' | 'sensors' | 'maxChannels'
>;
const limit = 512;

/** The lowest number on the device itself that is free. */
const nextNumber = (channels: readonly ChannelDraft[]): string => {
  const usedNumbers = new Set(channels.map(({ number }) => number));
  let next = 1;
  while (usedNumbers.has(String(next))) next++;
  return String(next);
};

/**
 * COLLECTOR_CHANNEL: the channels of a device, one row each: number, sensor mode, label; how it is wired under it.
 * Invariant: a channel that feeds a point is neither renamed nor taken away; the row says which point it feeds.
 */
export function ChannelsInput({
  value = [],
  onChange,
  used = [],
  choices,
  modules = [],
  perModule = 0,
  readOnly = false,
}: {
  value?: readonly ChannelDraft[];
  onChange?: (value: readonly ChannelDraft[]) => void;
  /** The device's channels as they are kept, with what they feed. */
  used?: Device['channels'];
  choices?: ChannelChoices | undefined;
  /** The extension modules that it has, and how many channels each brings. */
  modules?: Device['hem'];
  perModule?: number;
  readOnly?: boolean;
}) {
  const { t } = useTranslation();
  const [refusedNumber, setRefusedNumber] = useState<string | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const set = (at: number, part: Partial<ChannelDraft>): void =>
    onChange?.(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  const max = Math.min(limit, choices?.maxChannels ?? limit);
  const onDevice = value.filter(({ number }) => !number.includes('-')).length;
  const modes = choices?.sensorModes ?? [];
  const modeOptions = Object.entries(sensorModes)
    .map(([mode, name]) => ({ value: Number(mode), label: t(`families:mode.${name}`) }))
    .filter(({ value: mode }) => modes.length === 0 || modes.includes(mode));
  const add = (count: number): void => {
    const next = [...value];
    for (let i = 0; i < count && onDevice + i < max; i++)
      next.push({ number: nextNumber(next), mode: next.at(-1)?.mode ?? modeOptions[0]?.value ?? 1, label: '' });
    onChange?.(next);
  };
  const modeNext = value.at(-1)?.mode ?? modeOptions[0]?.value ?? 1;
  const ofModules = modules
    .map((module) => ({ module, missing: channelsOfModule(module, perModule, value, modeNext) }))
    .filter(({ missing }) => missing.length > 0);
  const repeated = (number: string): boolean => value.filter((each) => each.number === number).length > 1;
  return (
    <div className={`dv-channels${choices ? ' wired' : ''}`}>
      {value.length > 0 && (
        <div className="head pl-micro pl-3" aria-hidden="true">
          <span>{t('devices:channelNumber')}</span>
          <span>{t('devices:mode')}</span>
          <span>{t('devices:label')}</span>
        </div>
      )}
      {value.map((channel, at) => {
        const feeds = used.find((each) => each.number === channel.number && each.pointId !== null);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a channel's number changes while it is typed
          <div key={at} className={open === at ? 'open' : ''}>
            <div className="row">
              <Input
                value={channel.number}
                maxLength={16}
                disabled={feeds !== undefined || readOnly}
                status={repeated(channel.number) ? 'error' : ''}
                aria-label={t('devices:channelNumber')}
                onChange={(event) => set(at, { number: event.target.value.trim() })}
              />
              <Select
                value={channel.mode}
                disabled={readOnly}
                aria-label={t('devices:mode')}
                options={modeOptions}
                onChange={(mode) => set(at, { mode })}
              />
              <Input
                value={channel.label}
                disabled={readOnly}
                maxLength={32}
                aria-label={t('devices:label')}
                placeholder={feeds ? (feeds.pointName ?? t('devices:hiddenPoint')) : t('devices:labelHint')}
                onChange={(event) => set(at, { label: event.target.value })}
              />
              {choices && (
                <Button
                  type="text"
                  icon={<SettingOutlined />}
                  aria-expanded={open === at}
                  aria-label={t('devices:wiringOf', { channel: channel.number })}
                  title={t('devices:wiring')}
                  onClick={() => setOpen(open === at ? null : at)}
                />
              )}
              {!readOnly && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('devices:removeChannel', { channel: channel.number })}
                  title={t('common:delete')}
                  onClick={() => {
                    if (feeds) return setRefusedNumber(channel.number);
                    setRefusedNumber(null);
                    setOpen(null);
                    onChange?.(value.filter((_, i) => i !== at));
                  }}
                />
              )}
            </div>
            {choices && open === at && (
              <Wiring channel={channel} choices={choices} readOnly={readOnly} onChange={(part) => set(at, part)} />
            )}
            {feeds && refusedNumber === channel.number && (
              <p role="alert" className="pl-row tight pl-sm dv-wrong">
                <WarningOutlined />
                {t('devices:occupied', {
                  channel: channel.number,
                  point: feeds.pointName ?? t('devices:hiddenPoint'),
                })}
              </p>
            )}
          </div>
        );
      })}
      {!readOnly && (
        <div className="pl-row dv-add">
          <Button size="small" icon={<PlusOutlined />} disabled={onDevice >= max} onClick={() => add(1)}>
            {t('devices:addChannel')}
          </Button>
          {max >= 8 && (
            <Button size="small" type="text" disabled={onDevice >= max} onClick={() => add(8)}>
              {t('devices:addChannels', { count: 8 })}
            </Button>
          )}
          {choices && max < limit && (
            <span className="pl-3 pl-sm">{t('devices:ofMost', { count: onDevice, most: max })}</span>
          )}
          {ofModules.map(({ module, missing }) => (
            <Button
              key={module.number}
              size="small"
              icon={<PlusOutlined />}
              onClick={() => onChange?.([...value, ...missing])}
            >
              {t('devices:hem.addChannels', { from: missing[0]!.number, to: missing.at(-1)!.number })}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** How one channel is wired and read: where it is, its protocol, what is connected, its address. */
function Wiring({
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
  const language = useLanguage();
  const protocols = choices.protocols.length > 0 ? choices.protocols : channelProtocols;
  const places = choices.configTypes.length > 0 ? choices.configTypes : channelConfigTypes;
  return (
    <div className="dv-wiring">
      <div>
        <span>{t('devices:where')}</span>
        <Select
          value={channel.configType ?? 'direct'}
          disabled={readOnly}
          aria-label={t('devices:where')}
          popupMatchSelectWidth={false}
          options={places.map((place) => ({ value: place, label: t(`devices:configType.${place}`) }))}
          onChange={(configType) => onChange({ configType })}
        />
      </div>
      <div>
        <span>{t('devices:protocolWord')}</span>
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
      </div>
      <div>
        <span>{t('devices:sensor')}</span>
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
      </div>
      <div>
        <span>{t('devices:address')}</span>
        <Input
          value={channel.address ?? ''}
          aria-label={t('devices:address')}
          disabled={readOnly}
          maxLength={32}
          placeholder={channel.protocol === 'adm' ? 'n-xxxxxx' : ''}
          onChange={(event) => onChange({ address: event.target.value.trim() })}
        />
      </div>
    </div>
  );
}
