import type { DialInSetup } from '@plumbline/contract/dial-in';
import { Input, InputNumber, Radio } from 'antd';
import { useTranslation } from 'react-i18next';

type Tcp = DialInSetup['tcp'];

/** Whether a modem dials in, or a logger is connected to, and where that is. */
export function WayInput({
  value: given,
  readOnly: isReadOnly,
  onChange,
}: {
  value: unknown;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}) {
  const { t } = useTranslation();
  const value = (given as Tcp | undefined) ?? null;
  return (
    <div className="di-way">
      <Radio.Group
        aria-label={t('dialIn:way')}
        disabled={isReadOnly}
        value={value === null ? 'dialIn' : 'tcp'}
        options={(['dialIn', 'tcp'] as const).map((way) => ({ value: way, label: t(`dialIn:ways.${way}`) }))}
        onChange={({ target }) => onChange(target.value === 'tcp' ? { host: '', port: 502 } : null)}
      />
      {value !== null && (
        <div className="pl-row">
          <Input
            aria-label={t('dialIn:host')}
            placeholder={t('dialIn:host')}
            disabled={isReadOnly}
            value={value.host}
            onChange={({ target }) => onChange({ ...value, host: target.value })}
          />
          <InputNumber
            aria-label={t('dialIn:port')}
            min={1}
            max={65_535}
            precision={0}
            disabled={isReadOnly}
            value={value.port}
            onChange={(port) => onChange({ ...value, port })}
          />
        </div>
      )}
    </div>
  );
}
