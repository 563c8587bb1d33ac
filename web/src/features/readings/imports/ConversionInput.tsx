import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

/** Edits factor and offset of each number of the file. */
export function ConversionInput({
  factor,
  offset,
  label,
  onChange,
}: {
  factor: number;
  offset: number;
  /** What is converted, for screen readers. */
  label: string;
  onChange: (change: { readonly factor: number } | { readonly offset: number }) => void;
}) {
  const { t } = useTranslation();
  return (
    <span className="pl-row tight">
      <span className="pl-3">×</span>
      <InputNumber
        controls={false}
        aria-label={`${label}: ${t('imports:factor')}`}
        value={factor}
        onChange={(value) => onChange({ factor: value || 1 })}
      />
      <span className="pl-3">+</span>
      <InputNumber
        controls={false}
        aria-label={`${label}: ${t('imports:offset')}`}
        value={offset}
        onChange={(value) => onChange({ offset: value ?? 0 })}
      />
    </span>
  );
}
