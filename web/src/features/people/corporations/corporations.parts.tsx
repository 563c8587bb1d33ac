import { corporations } from '@plumbline/contract/people/corporations';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';

/** A corporation, found by its title on the server: there may be more than a list can hold. */
export function CorporationPick({
  id,
  value,
  label,
  placeholder,
  isClearable = false,
  isReadOnly = false,
  widthPx,
  onChange,
}: {
  id?: string | undefined;
  value: number | null;
  label?: string | undefined;
  /** What no corporation means. */
  placeholder?: string | undefined;
  isClearable?: boolean;
  isReadOnly?: boolean;
  widthPx?: number;
  onChange: (id: number | null) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim().slice(0, 50));
  const query = useRead(
    corporations.list,
    { pageSize: 50, ...(keyword === '' ? {} : { keyword }) },
    { placeholderData: keepPreviousData },
  );
  const listedCorporations = query.data?.corporations ?? [];
  const isListed = listedCorporations.some((each) => each.id === value);
  // What is chosen has its title also where it is not among what was found.
  const chosen = useRead(
    corporations.get,
    { corporationId: value ?? 0 },
    { enabled: value !== null && query.data !== undefined && !isListed },
  ).data?.corporation;
  const list = chosen && !isListed && chosen.id === value ? [chosen, ...listedCorporations] : listedCorporations;
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={label ?? t('corporations:choose')}
      placeholder={placeholder ?? t('corporations:choose')}
      {...(widthPx === undefined ? {} : { style: { width: widthPx } })}
      disabled={isReadOnly}
      loading={query.isFetching}
      allowClear={isClearable}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value}
      options={list.map((each) => ({ value: each.id, label: each.title }))}
      onChange={(next: number | null | undefined) => onChange(next ?? null)}
    />
  );
}

/** Corporation that a System account looks at. */
export const CorporationChoice = ({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (id: string | null) => void;
}) => <CorporationPick value={value} widthPx={220} onChange={(id) => onChange(id === null ? null : String(id))} />;
