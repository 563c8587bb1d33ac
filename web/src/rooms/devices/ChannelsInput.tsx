import { DeleteOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices';
import { sensorModes } from '@plumbline/contract/families';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface ChannelDraft {
  readonly number: string;
  readonly mode: number;
  readonly label: string;
}
const limit = 512;

/** The number after the highest one. */
const nextNumber = (channels: readonly ChannelDraft[]): string =>
  String(channels.reduce((highest, { number }) => Math.max(highest, Number.parseInt(number, 10) || 0), 0) + 1);

/**
 * COLLECTOR_CHANNEL: the channels of a device, one row each: number, sensor mode, label.
 * Invariant: a channel that feeds a point is neither renamed nor taken away; the row says which point it feeds.
 */
export function ChannelsInput({
  value = [],
  onChange,
  used = [],
}: {
  value?: readonly ChannelDraft[];
  onChange?: (value: readonly ChannelDraft[]) => void;
  /** The device's channels as they are kept, with what they feed. */
  used?: Device['channels'];
}) {
  const { t } = useTranslation();
  const [kept, setKept] = useState<string | null>(null);
  const set = (at: number, part: Partial<ChannelDraft>): void =>
    onChange?.(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  const add = (count: number): void => {
    const next = [...value];
    for (let i = 0; i < count && next.length < limit; i++)
      next.push({ number: nextNumber(next), mode: next.at(-1)?.mode ?? 1, label: '' });
    onChange?.(next);
  };
  const repeated = (number: string): boolean => value.filter((each) => each.number === number).length > 1;
  return (
    <div className="dv-channels">
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
          <div key={at}>
            <div className="row">
              <Input
                value={channel.number}
                maxLength={16}
                disabled={feeds !== undefined}
                status={repeated(channel.number) ? 'error' : ''}
                aria-label={t('devices:channelNumber')}
                onChange={(event) => set(at, { number: event.target.value.trim() })}
              />
              <Select
                value={channel.mode}
                aria-label={t('devices:mode')}
                options={Object.entries(sensorModes).map(([mode, name]) => ({
                  value: Number(mode),
                  label: t(`families:mode.${name}`),
                }))}
                onChange={(mode) => set(at, { mode })}
              />
              <Input
                value={channel.label}
                maxLength={32}
                aria-label={t('devices:label')}
                placeholder={feeds ? (feeds.pointName ?? t('devices:hiddenPoint')) : t('devices:labelHint')}
                onChange={(event) => set(at, { label: event.target.value })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('devices:removeChannel', { channel: channel.number })}
                title={t('common:delete')}
                onClick={() => {
                  if (feeds) return setKept(channel.number);
                  setKept(null);
                  onChange?.(value.filter((_, i) => i !== at));
                }}
              />
            </div>
            {feeds && kept === channel.number && (
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
      <div className="pl-row">
        <Button size="small" icon={<PlusOutlined />} disabled={value.length >= limit} onClick={() => add(1)}>
          {t('devices:addChannel')}
        </Button>
        <Button size="small" type="text" disabled={value.length >= limit} onClick={() => add(8)}>
          {t('devices:addChannels', { count: 8 })}
        </Button>
      </div>
    </div>
  );
}
