import { ReloadOutlined, TableOutlined } from '@ant-design/icons';
import { levelNames } from '@plumbline/contract/kernel/constants';
import { gaps } from '@plumbline/contract/points/commissioning';
import { pointTypes } from '@plumbline/contract/points/points.point';
import { Button, Checkbox, Popover, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../design/IconButton.tsx';
import { SettledSearch } from '../../design/SettledSearch.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import type { Places } from '../../features/points/points/place-names.queries.ts';
import { wordKey } from '../../kernel/words.ts';
import { columnNames, useChosenColumns } from './list-columns.ts';
import type { PointFilter } from './point-filter.ts';

/** One row above the list: what it is narrowed by, and which columns it has. */
export function PointListBar({
  filter,
  places,
  families,
  busy,
  onReload,
}: {
  filter: PointFilter;
  places: Places;
  families: readonly string[];
  busy: boolean;
  onReload: () => void;
}) {
  const { t } = useTranslation();
  const { keyword, set } = filter;
  return (
    <Toolbar label={t('points:list.filters')}>
      <SettledSearch widthPx={200} label={t('points:list.find')} value={keyword} onSettled={(q) => set({ q })} />
      <Choices filter={filter} places={places} families={families} />
      <Checkbox
        checked={filter.deprecated}
        onChange={(event) => set({ deprecated: event.target.checked ? 'yes' : null })}
        className="pl-sm"
      >
        {t('points:list.deprecated')}
      </Checkbox>
      {filter.isNarrowed && (
        <Button type="text" size="small" onClick={filter.clear}>
          {t('points:list.clear')}
        </Button>
      )}
      <span className="pl-gap" />
      <ColumnChoice />
      <IconButton icon={<ReloadOutlined spin={busy} />} label={t('points:list.reload')} onClick={onReload} />
    </Toolbar>
  );
}

/** One choice for each thing that the list is narrowed by. */
function Choices({ filter, places, families }: { filter: PointFilter; places: Places; families: readonly string[] }) {
  const { t } = useTranslation();
  const choice = (
    name: 'structure' | 'family' | 'kind' | 'level' | 'gap',
    word: string,
    options: { value: string; label: string }[],
  ) => (
    <Select
      size="small"
      className="pt-filter"
      aria-label={word}
      showSearch={options.length > 12 ? { optionFilterProp: 'label' } : false}
      popupMatchSelectWidth={false}
      value={filter[name]}
      options={[{ value: '', label: t('points:list.anyOf', { filter: word }) }, ...options]}
      onChange={(next: string) => filter.set({ [name]: next })}
    />
  );
  return (
    <>
      {choice(
        'structure',
        t('points:structure'),
        (places.options ?? []).map(({ value, label }) => ({ value: String(value), label })),
      )}
      {choice(
        'family',
        t('points:family'),
        families.map((family) => ({ value: family, label: t(wordKey(`families:family.${family}`)) })),
      )}
      {choice(
        'kind',
        t('points:list.kind'),
        pointTypes.map((type, i) => ({ value: String(i), label: t(`points:type.${type}`) })),
      )}
      {choice('level', t('points:list.level'), [
        ...levelNames.map((name, i) => ({ value: String(i), label: t(`common:level.${name}`) })),
        { value: 'noLimits', label: t('common:status.noLimits') },
        { value: 'failed', label: t('common:status.failed') },
        { value: 'silent', label: t('common:status.silent') },
      ])}
      {choice('gap', t('points:list.missing'), [
        { value: 'any', label: t('points:list.anyGap') },
        ...gaps.map((gap) => ({ value: gap, label: t(`points:gap.${gap}`) })),
      ])}
    </>
  );
}

/** Which columns the list has. */
function ColumnChoice() {
  const { t } = useTranslation();
  const [columns, setColumns] = useChosenColumns();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <Checkbox.Group
          className="pt-columns"
          value={[...columns]}
          onChange={(next) => setColumns(next as string[])}
          options={columnNames.map((name) => ({ value: name, label: t(`points:list.${name}`) }))}
        />
      }
    >
      <Button type="text" size="small" icon={<TableOutlined />} className="pl-wide-only">
        {t('points:list.columns')}
      </Button>
    </Popover>
  );
}
