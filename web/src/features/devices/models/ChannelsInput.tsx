import { PlusOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { sensorModes } from '@plumbline/contract/points/families';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelRow } from './ChannelRow.tsx';
import type { ChannelChoices } from './ChannelWiring.tsx';
import type { ChannelDraft } from './channel-draft.ts';
import { channelsOfModule } from './module-channels.ts';

const limit = 512;

/** The lowest number on the device itself that is free. */
const nextNumber = (channels: readonly ChannelDraft[]): string => {
  const usedNumbers = new Set(channels.map(({ number }) => number));
  let next = 1;
  while (usedNumbers.has(String(next))) next++;
  return String(next);
};

/** Channels that are on the device itself, not on a module. */
const onDevice = (channels: readonly ChannelDraft[]): number =>
  channels.filter(({ number }) => !number.includes('-')).length;

/**
 * COLLECTOR_CHANNEL: the channels of a device, one row each: number, sensor mode, label; how it is wired under it.
 * Invariant: a channel that feeds a point is neither renamed nor taken away; the row says which point it feeds.
 */
export function ChannelsInput({
  value = [],
  onChange: change = () => undefined,
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
  const [refusedNumber, setRefusedNumber] = useState<string | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const modeOptions = useModeOptions(choices);
  const modeNext = value.at(-1)?.mode ?? modeOptions[0]?.value ?? 1;
  return (
    <div className={`dv-channels${choices ? ' wired' : ''}`}>
      {value.length > 0 && <Head />}
      {value.map((channel, at) => {
        const feeds = used.find((each) => each.number === channel.number && each.pointId !== null);
        return (
          <ChannelRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel's number changes while it is typed
            key={at}
            channel={channel}
            feeds={feeds}
            isRepeated={value.filter((each) => each.number === channel.number).length > 1}
            isRefused={refusedNumber === channel.number}
            choices={choices}
            modeOptions={modeOptions}
            readOnly={readOnly}
            isOpen={open === at}
            onOpen={(isOpen) => setOpen(isOpen ? at : null)}
            onChange={(part) => change(value.map((each, i) => (i === at ? { ...each, ...part } : each)))}
            onRemove={() => {
              setRefusedNumber(feeds ? channel.number : null);
              if (feeds) return;
              setOpen(null);
              change(value.filter((_, i) => i !== at));
            }}
          />
        );
      })}
      {!readOnly && (
        <div className="pl-row dv-add">
          <AddOnDevice value={value} choices={choices} mode={modeNext} onChange={change} />
          <AddOfModules value={value} modules={modules} perModule={perModule} mode={modeNext} onChange={change} />
        </div>
      )}
    </div>
  );
}

function Head() {
  const { t } = useTranslation();
  return (
    <div className="head pl-micro pl-3" aria-hidden="true">
      <span>{t('devices:channelNumber')}</span>
      <span>{t('devices:mode')}</span>
      <span>{t('devices:label')}</span>
    </div>
  );
}

/** The sensor modes that the model has; all of them where none says. */
function useModeOptions(choices: ChannelChoices | undefined) {
  const { t } = useTranslation();
  const modes = choices?.sensorModes ?? [];
  return Object.entries(sensorModes)
    .map(([mode, name]) => ({ value: Number(mode), label: t(`families:mode.${name}`) }))
    .filter(({ value: mode }) => modes.length === 0 || modes.includes(mode));
}

/** Adds channels on the device itself, at most as many as the model has. */
function AddOnDevice({
  value,
  choices,
  mode,
  onChange,
}: {
  value: readonly ChannelDraft[];
  choices: ChannelChoices | undefined;
  mode: number;
  onChange: (value: readonly ChannelDraft[]) => void;
}) {
  const { t } = useTranslation();
  const max = Math.min(limit, choices?.maxChannels ?? limit);
  const count = onDevice(value);
  const add = (more: number): void => {
    const next = [...value];
    for (let i = 0; i < more && count + i < max; i++) next.push({ number: nextNumber(next), mode, label: '' });
    onChange(next);
  };
  return (
    <>
      <Button size="small" icon={<PlusOutlined />} disabled={count >= max} onClick={() => add(1)}>
        {t('devices:addChannel')}
      </Button>
      {max >= 8 && (
        <Button size="small" type="text" disabled={count >= max} onClick={() => add(8)}>
          {t('devices:addChannels', { count: 8 })}
        </Button>
      )}
      {choices && max < limit && <span className="pl-3 pl-sm">{t('devices:ofMost', { count, most: max })}</span>}
    </>
  );
}

/** Adds the channels of an extension module that are not in the list yet. */
function AddOfModules({
  value,
  modules,
  perModule,
  mode,
  onChange,
}: {
  value: readonly ChannelDraft[];
  modules: Device['hem'];
  perModule: number;
  mode: number;
  onChange: (value: readonly ChannelDraft[]) => void;
}) {
  const { t } = useTranslation();
  return modules
    .map((module) => ({ module, missing: channelsOfModule(module, perModule, value, mode) }))
    .filter(({ missing }) => missing.length > 0)
    .map(({ module, missing }) => (
      <Button key={module.number} size="small" icon={<PlusOutlined />} onClick={() => onChange([...value, ...missing])}>
        {t('devices:hem.addChannels', {
          from: elementAt(missing, 0).number,
          to: elementAt(missing, -1).number,
        })}
      </Button>
    ));
}
