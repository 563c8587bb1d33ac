import type { MasterConfig } from '@plumbline/contract/points/points.point';
import { Checkbox, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

/** Returns whether the far end of a line is known too, and how far it has moved. */
export function ClosingInput({
  value,
  closed,
  onChange,
}: {
  value: MasterConfig;
  closed: boolean;
  onChange: (value: MasterConfig) => void;
}) {
  const { t } = useTranslation();
  const { closing } = value;
  return (
    <div className="pt-chords">
      <Checkbox
        disabled={closed}
        checked={closing !== null}
        onChange={({ target }) => onChange({ ...value, closing: target.checked ? { knownUpMm: 0 } : null })}
      >
        {t('points:master.closed')}
      </Checkbox>
      {closing && (
        <div className="pl-row">
          <span className="pl-2">{t('points:master.knownUp')}</span>
          <InputNumber
            aria-label={t('points:master.knownUp')}
            suffix="mm"
            controls={false}
            readOnly={closed}
            style={{ width: 140 }}
            value={closing.knownUpMm}
            onChange={(knownUpMm) => onChange({ ...value, closing: { knownUpMm: knownUpMm ?? 0 } })}
          />
        </div>
      )}
    </div>
  );
}
