import type { FamilyCode, Field } from '@plumbline/contract/families';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../kernel/field-words.ts';

/** Which field of the point is drawn; nothing where it has only one. */
export function FieldChoice({
  family,
  fields,
  chosen,
  onChoose,
}: {
  family: FamilyCode;
  fields: readonly Field[];
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  if (fields.length < 2) return null;
  return (
    <Select
      size="small"
      showSearch={fields.length > 8 ? { optionFilterProp: 'label' } : false}
      aria-label={t('readings:field')}
      style={{ minWidth: 128 }}
      popupMatchSelectWidth={false}
      value={chosen}
      options={fields.map((field) => ({ value: field.key, label: fieldWord(family, field.key) }))}
      onChange={onChoose}
    />
  );
}
