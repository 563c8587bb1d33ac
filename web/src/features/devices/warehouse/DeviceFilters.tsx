import { DownOutlined, ReloadOutlined, TableOutlined } from '@ant-design/icons';
import { connectionStates, deviceTypes, healthStatuses } from '@plumbline/contract/devices/devices.words';
import { Button, Checkbox, Popover, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { SettledSearch } from '../../../design/SettledSearch.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { columnNames, useChosenColumns } from './device-columns.ts';
import type { DeviceFilter, Narrowing } from './device-filter.ts';

export interface ModelGroup {
  readonly series: string;
  readonly models: readonly string[];
}

/** Asked for less often: behind one button, so that the search has room at 1440 px. */
const seldom = ['warned', 'mounted', 'unbound', 'hidden'] as const satisfies readonly Narrowing[];

/** One row: what the list is narrowed to, said on each control itself; which columns it has. */
export function DeviceFilters({
  filter,
  groups,
  busy,
  onReload,
  withColumns = true,
  withProjects = true,
}: {
  filter: DeviceFilter;
  /** Models to choose from, by series; none where they are not known. */
  groups?: readonly ModelGroup[];
  busy: boolean;
  onReload: () => void;
  withColumns?: boolean;
  withProjects?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Toolbar label={t('warehouse:filters')}>
      <SettledSearch
        widthPx={220}
        label={t('warehouse:find')}
        value={filter.keyword}
        onSettled={(q) => filter.set({ q })}
      />
      {groups && groups.length > 0 && <ModelChoice filter={filter} groups={groups} />}
      <UsualFilters filter={filter} />
      <SeldomFilters filter={filter} />
      {filter.isNarrowed && (
        <Button type="text" size="small" className="wh-filter" onClick={filter.clear}>
          {t('warehouse:clear')}
        </Button>
      )}
      <span className="pl-gap" />
      {withColumns && <ColumnChoice withProjects={withProjects} />}
      <IconButton
        className="wh-filter"
        icon={<ReloadOutlined spin={busy} />}
        label={t('warehouse:reload')}
        onClick={onReload}
      />
    </Toolbar>
  );
}

/** One thing that the list is narrowed to. `usual` = what stands there while it is not. */
function Choice({
  filter,
  name,
  word,
  options,
  usual,
}: {
  filter: DeviceFilter;
  name: Narrowing;
  word: string;
  options: readonly { value: string; label: string }[];
  usual?: string;
}) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      className="wh-filter"
      aria-label={word}
      popupMatchSelectWidth={false}
      value={filter.textOf(name)}
      options={[{ value: '', label: usual ?? t('warehouse:anyOf', { filter: word }) }, ...options]}
      onChange={(value: string) => filter.set({ [name]: value })}
    />
  );
}

function UsualFilters({ filter }: { filter: DeviceFilter }) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        filter={filter}
        name="type"
        word={t('devices:type')}
        options={deviceTypes.map((type) => ({ value: type, label: t(`devices:types.${type}`) }))}
      />
      <Choice
        filter={filter}
        name="health"
        word={t('devices:health')}
        options={healthStatuses.map((health) => ({ value: health, label: t(`common:health.${health}`) }))}
      />
      <Choice
        filter={filter}
        name="connection"
        word={t('devices:link')}
        options={connectionStates.map((each) => ({ value: each, label: t(`devices:connection.${each}`) }))}
      />
    </>
  );
}

const yesNo = (yes: string, no: string) => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

function SeldomFilters({ filter }: { filter: DeviceFilter }) {
  const { t } = useTranslation();
  const activeCount = seldom.filter((name) => filter.textOf(name) !== '').length;
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={
        <div className="wh-more-filters">
          <Choice
            filter={filter}
            name="warned"
            word={t('devices:warnings')}
            options={yesNo(t('warehouse:withWarnings'), t('warehouse:withoutWarnings'))}
          />
          <Choice
            filter={filter}
            name="mounted"
            word={t('devices:mounted')}
            options={yesNo(t('devices:mounted'), t('warehouse:notMounted'))}
          />
          <Choice
            filter={filter}
            name="unbound"
            word={t('warehouse:use')}
            options={yesNo(t('warehouse:feedsNone'), t('warehouse:feedsSome'))}
          />
          <Choice
            filter={filter}
            name="hidden"
            word={t('devices:hidden')}
            options={[
              { value: 'yes', label: t('warehouse:onlyHidden') },
              { value: 'all', label: t('warehouse:hiddenToo') },
            ]}
            usual={t('warehouse:withoutHidden')}
          />
        </div>
      }
    >
      <Button size="small" className="wh-filter">
        {activeCount > 0 ? t('warehouse:moreFiltersSet', { shown: activeCount }) : t('warehouse:moreFilters')}
        <DownOutlined className="pl-3" />
      </Button>
    </Popover>
  );
}

/** A whole series, or one model. */
function ModelChoice({ filter, groups }: { filter: DeviceFilter; groups: readonly ModelGroup[] }) {
  const { t } = useTranslation();
  const value = filter.model ? `m ${filter.model}` : filter.series ? `s ${filter.series}` : '';
  return (
    <Select
      size="small"
      className="wh-filter"
      aria-label={t('devices:model')}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={[
        { value: '', label: t('warehouse:anyOf', { filter: t('devices:model') }) },
        ...groups.flatMap(({ series, models }) => [
          ...(series === '' ? [] : [{ value: `s ${series}`, label: t('warehouse:wholeSeries', { series }) }]),
          ...models.map((model) => ({ value: `m ${model}`, label: model })),
        ]),
      ]}
      onChange={(next: string) =>
        filter.set({
          series: next.startsWith('s ') ? next.slice(2) : null,
          model: next.startsWith('m ') ? next.slice(2) : null,
        })
      }
    />
  );
}

function ColumnChoice({ withProjects }: { withProjects: boolean }) {
  const { t } = useTranslation();
  const { chosen, choose, isUsual, reset } = useChosenColumns();
  const names = columnNames.filter((name) => withProjects || name !== 'projects');
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className="wh-columns">
          <Checkbox.Group
            value={[...chosen]}
            onChange={(next) => choose(next as string[])}
            options={names.map((name) => ({
              value: name,
              label: name === 'connection' ? t('devices:link') : t(`devices:${name}`),
            }))}
          />
          <Button type="text" size="small" disabled={isUsual} onClick={reset}>
            {t('warehouse:usualColumns')}
          </Button>
        </div>
      }
    >
      <Button type="text" size="small" icon={<TableOutlined />} className="pl-wide-only wh-filter">
        {t('warehouse:columns')}
      </Button>
    </Popover>
  );
}
