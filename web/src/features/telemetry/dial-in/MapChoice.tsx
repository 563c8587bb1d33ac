import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DialInReply } from './dial-in.queries.ts';
import { RegisterMap } from './RegisterMap.tsx';

/** Returns whether a device is read by the register map of its model, which is shown then, or by one of its own. */
export function MapChoice({
  value,
  readOnly: isReadOnly,
  onChange,
  model,
}: {
  value: unknown;
  readOnly: boolean;
  onChange: (value: unknown) => void;
  model: DialInReply['model'];
}) {
  const { t } = useTranslation();
  const rows = model?.rows ?? [];
  return (
    <div className="di-choice">
      <Radio.Group
        aria-label={t('dialIn:map')}
        disabled={isReadOnly}
        value={value ?? 'own'}
        options={[
          {
            value: 'model',
            label: model ? t('dialIn:maps.model', { code: model.code }) : t('dialIn:maps.none'),
            disabled: model === null,
          },
          { value: 'own', label: t('dialIn:maps.own') },
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
      {value === 'model' && rows.length > 0 && (
        <RegisterMap
          rows={rows}
          channels={[...new Set(rows.map(({ channel }) => channel))]}
          sample={null}
          isReadOnly
          onChange={() => undefined}
        />
      )}
    </div>
  );
}
