import { DownOutlined, ReloadOutlined, TableOutlined } from '@ant-design/icons';
import { connections, deviceTypes, healthStatuses } from '@plumbline/contract/devices.words';
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
  const { keyword, set } = filter;
  const choice = (
    name: Narrowing,
    word: string,
    options: readonly { value: string; label: string }[],
    usual = t('devices:anyOf', { filter: word }),
  ) => (
    <Select
      key={name}
      size="small"
      className="dv-filter"
      aria-label={word}
      popupMatchSelectWidth={false}
      value={filter.textOf(name)}
      options={[{ value: '', label: usual }, ...options]}
      onChange={(value: string) => set({ [name]: value })}
    />
  );
  const seldomSet = seldom.filter((name) => filter.textOf(name) !== '');
  const yesNo = (yes: string, no: string) => [
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ];
  return (
    <Toolbar label={t('devices:filters')}>
      <SettledSearch widthPx={220} label={t('devices:find')} value={keyword} onSettled={(q) => set({ q })} />
      {groups && groups.length > 0 && <ModelChoice filter={filter} groups={groups} />}
      {choice(
        'type',
        t('devices:type'),
        deviceTypes.map((type) => ({ value: type, label: t(`devices:types.${type}`) })),
      )}
      {choice(
        'health',
        t('devices:health'),
        healthStatuses.map((health) => ({ value: health, label: t(`common:health.${health}`) })),
      )}
      {choice(
        'connection',
        t('devices:link'),
        connections.map((each) => ({
          value: each,
          label: t(`devices:connection.${each}`),
        })),
      )}
      <Popover
        trigger="click"
        placement="bottomLeft"
        content={
          <div className="dv-more-filters">
            {choice('warned', t('devices:warnings'), yesNo(t('devices:withWarnings'), t('devices:withoutWarnings')))}
            {choice('mounted', t('devices:mounted'), yesNo(t('devices:mounted'), t('devices:notMounted')))}
            {choice('unbound', t('devices:use'), yesNo(t('devices:feedsNone'), t('devices:feedsSome')))}
            {choice(
              'hidden',
              t('devices:hidden'),
              [
                { value: 'yes', label: t('devices:onlyHidden') },
                { value: 'all', label: t('devices:hiddenToo') },
              ],
              t('devices:withoutHidden'),
            )}
          </div>
        }
      >
        <Button size="small" className="dv-filter">
          {seldomSet.length > 0 ? t('devices:moreFiltersSet', { shown: seldomSet.length }) : t('devices:moreFilters')}
          <DownOutlined className="pl-3" />
        </Button>
      </Popover>
      {filter.isNarrowed && (
        <Button type="text" size="small" className="dv-filter" onClick={filter.clear}>
          {t('devices:clear')}
        </Button>
      )}
      <span className="pl-gap" />
      {withColumns && <ColumnChoice withProjects={withProjects} />}
      <IconButton
        className="dv-filter"
        icon={<ReloadOutlined spin={busy} />}
        label={t('devices:reload')}
        onClick={onReload}
      />
    </Toolbar>
  );
}

/** A whole series, or one model. */
function ModelChoice({ filter, groups }: { filter: DeviceFilter; groups: readonly ModelGroup[] }) {
  const { t } = useTranslation();
  const value = filter.model ? `m ${filter.model}` : filter.series ? `s ${filter.series}` : '';
  return (
    <Select
      size="small"
      className="dv-filter"
      aria-label={t('devices:model')}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={[
        { value: '', label: t('devices:anyOf', { filter: t('devices:model') }) },
        ...groups.flatMap(({ series, models }) => [
          ...(series === '' ? [] : [{ value: `s ${series}`, label: t('devices:wholeSeries', { series }) }]),
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
        <div className="dv-columns">
          <Checkbox.Group
            value={[...chosen]}
            onChange={(next) => choose(next as string[])}
            options={names.map((name) => ({
              value: name,
              label: name === 'connection' ? t('devices:link') : t(`devices:${name}`),
            }))}
          />
          <Button type="text" size="small" disabled={isUsual} onClick={reset}>
            {t('devices:usualColumns')}
          </Button>
        </div>
      }
    >
      <Button type="text" size="small" icon={<TableOutlined />} className="pl-wide-only dv-filter">
        {t('devices:columns')}
      </Button>
    </Popover>
  );
}
