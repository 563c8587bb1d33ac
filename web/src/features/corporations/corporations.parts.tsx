import { corporations } from '@plumbline/contract/corporations';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../kernel/reads.ts';

/** The first 200 by title: System accounts of larger installations come from the console's list. */
export function CorporationChoice({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (id: string | null) => void;
}) {
  const { t } = useTranslation();
  const { data, isPending } = useRead(corporations.list, { pageSize: 200 });
  return (
    <Select
      aria-label={t('corporations:choose')}
      placeholder={t('corporations:choose')}
      style={{ width: 220 }}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={(data?.corporations ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(id: number | null) => onChange(id === null ? null : String(id))}
    />
  );
}
