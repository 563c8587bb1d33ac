import { DeleteOutlined, SettingOutlined, WarningOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type ChannelChoices, ChannelWiring } from './ChannelWiring.tsx';
import type { ChannelDraft } from './channel-draft.ts';

/** One channel. What feeds a point is not taken away: the row says which point it feeds instead. */
export function ChannelRow({
  channel,
  feeds,
  isRepeated,
  isRefused,
  choices,
  modeOptions,
  readOnly,
  isOpen,
  onOpen,
  onChange,
  onRemove,
}: {
  channel: ChannelDraft;
  /** The channel as it is kept, where it feeds a point. */
  feeds: Device['channels'][number] | undefined;
  /** Another row has its number too. */
  isRepeated: boolean;
  /** Somebody wanted to take it away, and it feeds a point. */
  isRefused: boolean;
  choices: ChannelChoices | undefined;
  modeOptions: { value: number; label: string }[];
  readOnly: boolean;
  /** Its wiring is shown. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (part: Partial<ChannelDraft>) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const pointName = feeds && (feeds.pointName ?? t('devices:hiddenPoint'));
  return (
    <div className={isOpen ? 'open' : ''}>
      <div className="row">
        <ChannelFields
          channel={channel}
          isRepeated={isRepeated}
          pointName={pointName}
          modeOptions={modeOptions}
          readOnly={readOnly}
          onChange={onChange}
        />
        {choices && <WiringButton number={channel.number} isOpen={isOpen} onOpen={onOpen} />}
        {!readOnly && (
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('devices:removeChannel', { channel: channel.number })}
            title={t('common:delete')}
            onClick={onRemove}
          />
        )}
      </div>
      {choices && isOpen && (
        <ChannelWiring channel={channel} choices={choices} readOnly={readOnly} onChange={onChange} />
      )}
      {pointName !== undefined && isRefused && <Occupied number={channel.number} pointName={pointName} />}
    </div>
  );
}

/** Number, sensor mode and label. Of one that feeds a point the number stays. */
function ChannelFields({
  channel,
  isRepeated,
  pointName,
  modeOptions,
  readOnly,
  onChange,
}: {
  channel: ChannelDraft;
  isRepeated: boolean;
  /** The point that it feeds; undefined = it feeds none. */
  pointName: string | undefined;
  modeOptions: { value: number; label: string }[];
  readOnly: boolean;
  onChange: (part: Partial<ChannelDraft>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Input
        value={channel.number}
        maxLength={16}
        disabled={pointName !== undefined || readOnly}
        status={isRepeated ? 'error' : ''}
        aria-label={t('devices:channelNumber')}
        onChange={(event) => onChange({ number: event.target.value.trim() })}
      />
      <Select
        value={channel.mode}
        disabled={readOnly}
        aria-label={t('devices:mode')}
        options={modeOptions}
        onChange={(mode) => onChange({ mode })}
      />
      <Input
        value={channel.label}
        disabled={readOnly}
        maxLength={32}
        aria-label={t('devices:label')}
        placeholder={pointName ?? t('devices:labelHint')}
        onChange={(event) => onChange({ label: event.target.value })}
      />
    </>
  );
}

function WiringButton({
  number,
  isOpen,
  onOpen,
}: {
  number: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      type="text"
      icon={<SettingOutlined />}
      aria-expanded={isOpen}
      aria-label={t('devices:wiringOf', { channel: number })}
      title={t('devices:wiring')}
      onClick={() => onOpen(!isOpen)}
    />
  );
}

/** Why a channel is not taken away: the point that it feeds. */
function Occupied({ number, pointName }: { number: string; pointName: string }) {
  const { t } = useTranslation();
  return (
    <p role="alert" className="pl-row tight pl-sm pl-wrong">
      <WarningOutlined />
      {t('devices:occupied', { channel: number, point: pointName })}
    </p>
  );
}
