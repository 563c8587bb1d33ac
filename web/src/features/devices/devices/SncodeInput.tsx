import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { devices } from '@plumbline/contract/devices/devices';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';

/** A serial number, asked after while one types: whether a device of it exists already. */
export function SncodeInput({
  value = '',
  onChange,
  corporationId,
  id,
}: {
  value?: string;
  onChange?: (value: string) => void;
  corporationId: number;
  id?: string;
}) {
  const { t } = useTranslation();
  const settled = useSettled(value.trim());
  const parsed = devices.sncodeExist.input.shape.sncode.safeParse(settled);
  const query = useRead(
    devices.sncodeExist,
    { corporationId, sncode: settled },
    {
      enabled: parsed.success,
      retry: false,
    },
  );
  const answer = settled === value.trim() && parsed.success ? query.data : undefined;
  return (
    <>
      <Input
        {...(id ? { id } : {})}
        maxLength={32}
        className="pl-mono"
        autoComplete="off"
        spellCheck={false}
        value={value}
        status={answer?.exist ? 'error' : ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <div className="pl-sm" aria-live="polite">
        {answer?.exist === true && (
          <span className="pl-row tight pl-wrong">
            <WarningOutlined />
            {t('devices:sncodeTaken')}
          </span>
        )}
        {answer?.exist === false && (
          <span className="pl-row tight pl-3">
            <CheckOutlined />
            {t('devices:sncodeFree')}
          </span>
        )}
      </div>
    </>
  );
}
