import type { DialInSetup } from '@plumbline/contract/dial-in';
import { Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';

type Nmea = DialInSetup['nmea'];

/** Whether a device is read over Modbus, or is a receiver that sends its positions by itself, and which channel they are of. */
export function SpeaksInput({
  value: given,
  readOnly: isReadOnly,
  onChange,
  channels,
}: {
  value: unknown;
  readOnly: boolean;
  onChange: (value: unknown) => void;
  channels: readonly string[];
}) {
  const { t } = useTranslation();
  const value = (given as Nmea | undefined) ?? null;
  return (
    <div className="di-way">
      <Radio.Group
        aria-label={t('dialIn:speaks')}
        disabled={isReadOnly}
        value={value === null ? 'modbus' : 'nmea'}
        options={(['modbus', 'nmea'] as const).map((each) => ({ value: each, label: t(`dialIn:languages.${each}`) }))}
        onChange={({ target }) => onChange(target.value === 'nmea' ? { channel: channels[0] ?? '' } : null)}
      />
      {value !== null && (
        <div className="pl-row">
          <span>{t('dialIn:nmeaChannel')}</span>
          <Select
            className="di-channel"
            aria-label={t('dialIn:nmeaChannel')}
            disabled={isReadOnly}
            value={value.channel}
            options={channels.map((number) => ({ value: number, label: number }))}
            onChange={(channel) => onChange({ channel })}
          />
        </div>
      )}
    </div>
  );
}
