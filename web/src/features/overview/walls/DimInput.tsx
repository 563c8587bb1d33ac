import type { Wall } from '@plumbline/contract/overview/walls';
import { Input, InputNumber, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

type Dim = Wall['dim'];
const usual = { from: '22:00', to: '06:00', percent: 40 } as const;

/** From when to when the screen is how bright. */
export function DimInput({ value, onChange }: { value: Dim; onChange: (value: Dim) => void }) {
  const { t } = useTranslation();
  return (
    <div className="pl-row" style={{ flexWrap: 'wrap' }}>
      <Switch
        checked={value !== null}
        aria-label={t('walls:dim')}
        onChange={(isOn) => onChange(isOn ? { ...usual } : null)}
      />
      {value && (
        <>
          <Input
            type="time"
            style={{ width: 120 }}
            aria-label={t('walls:dimFrom')}
            value={value.from}
            onChange={({ target }) => onChange({ ...value, from: target.value })}
          />
          <span>{t('walls:until')}</span>
          <Input
            type="time"
            style={{ width: 120 }}
            aria-label={t('walls:dimTo')}
            value={value.to}
            onChange={({ target }) => onChange({ ...value, to: target.value })}
          />
          <InputNumber
            style={{ width: 110 }}
            min={5}
            max={90}
            suffix="%"
            aria-label={t('walls:dimPercent')}
            value={value.percent}
            onChange={(percent) => percent !== null && onChange({ ...value, percent })}
          />
        </>
      )}
    </div>
  );
}
