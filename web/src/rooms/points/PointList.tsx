import { InboxOutlined, LockOutlined } from '@ant-design/icons';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import { pointTypes } from '@plumbline/contract/points.point';
import { Checkbox, Grid } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { LevelMark } from '../../design/Level.tsx';
import { Time, Value } from '../../design/Value.tsx';
import { formatSpan, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useProject } from '../../kernel/project.tsx';
import { useChosenColumns } from './list-columns.ts';
import type { ListedPoint, PointFilter } from './point-filter.ts';

const onPhone: ReadonlySet<string> = new Set(['value', 'missing']);

/** The rows: Enter opens, Space chooses, arrows move, Shift chooses a stretch, Ctrl+A all. */
export function PointList({
  rows,
  filter,
  chosen,
  onChosen,
  onOpen,
  ...states
}: {
  rows: readonly ListedPoint[] | undefined;
  filter: PointFilter;
  chosen: ReadonlySet<number>;
  onChosen: (chosen: ReadonlySet<number>) => void;
  onOpen: (row: ListedPoint) => void;
  loading: boolean;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  const isWide = Grid.useBreakpoint().md ?? true;
  const [wanted] = useChosenColumns();
  const shown = isWide ? wanted : onPhone;
  const last = useRef<number | null>(null);
  const choose = (row: ListedPoint, stretch: boolean): void => {
    const next = new Set(chosen);
    const to = rows?.indexOf(row) ?? -1;
    const from = stretch && last.current !== null ? (rows?.findIndex(({ id }) => id === last.current) ?? to) : to;
    const on = !chosen.has(row.id);
    for (const each of rows?.slice(Math.min(from, to), Math.max(from, to) + 1) ?? [])
      if (on) next.add(each.id);
      else next.delete(each.id);
    last.current = row.id;
    onChosen(next);
  };
  const all = rows !== undefined && rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const chooseAll = (): void => onChosen(all ? new Set() : new Set(rows?.map(({ id }) => id)));
  const sortOf = (key: string) => ({
    key,
    sorter: true,
    sortOrder: filter.sort === key ? ('ascend' as const) : filter.sort === `-${key}` ? ('descend' as const) : null,
    showSorterTooltip: false,
  });
  const columns: Columns<ListedPoint> = [
    {
      key: 'choose',
      width: 52,
      title: (
        <Checkbox
          aria-label={t('points:list.chooseAll')}
          checked={all}
          indeterminate={!all && chosen.size > 0}
          onChange={chooseAll}
        />
      ),
      render: (_, row) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps the press on the box from opening the row
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box inside takes the keys
        <span onClick={(event) => event.stopPropagation()}>
          <Checkbox
            tabIndex={-1}
            aria-label={t('points:list.choose', { name: row.name })}
            checked={chosen.has(row.id)}
            onChange={(event) => choose(row, event.nativeEvent.shiftKey)}
          />
        </span>
      ),
    },
    {
      ...sortOf('name'),
      title: t('points:name'),
      width: isWide ? 160 : 132,
      ellipsis: true,
      render: (_, row) => (
        <span className="pt-name">
          <b className="pl-ell" title={row.name}>
            {row.name}
          </b>
          {row.archived && <LockOutlined className="pl-3" title={t('points:state.snapshotted')} />}
          {row.deprecated && <InboxOutlined className="pl-3" title={t('points:state.deprecated')} />}
        </span>
      ),
    },
    ...(
      [
        ['kind', 110, (row) => <span className="pl-2">{t(`points:type.${pointTypes[row.type]!}`)}</span>],
        ['structure', 160, (row) => <span title={row.place}>{row.place}</span>],
        ['family', 130, (row) => <span className="pl-2">{t(`families:family.${row.family}`)}</span>],
        [
          'device',
          140,
          (row) =>
            row.sncode === null ? (
              <span className="pl-3">{missing}</span>
            ) : (
              <span className="pl-2" title={`${row.sncode} · ${row.channel}`}>
                {row.sncode} · {row.channel}
              </span>
            ),
        ],
      ] as const satisfies readonly (readonly [string, number, (row: ListedPoint) => ReactNode])[]
    )
      .filter(([key]) => shown.has(key))
      .map(([key, width, render]) => ({
        ...sortOf(key),
        title: t(`points:list.${key}`),
        width,
        ellipsis: true,
        render: (_: unknown, row: ListedPoint) => render(row),
      })),
    ...(shown.has('interval')
      ? [
          {
            ...numeric(t('points:list.interval')),
            ...sortOf('interval'),
            width: 84,
            render: (_: unknown, row: ListedPoint) => formatSpan(row.intervalSeconds, language),
          },
        ]
      : []),
    ...(shown.has('value')
      ? [
          {
            ...numeric(t('points:list.value')),
            ...sortOf('value'),
            width: 110,
            render: (_: unknown, row: ListedPoint) => (
              <Value
                value={row.value}
                unit={row.unit}
                precision={fieldsOf(row.family as FamilyCode).find(({ key }) => key === row.mainField)?.precision}
                at={row.at}
                zone={project.timeZone}
                {...(row.stale && row.value !== null ? { state: 'stale' as const } : {})}
              />
            ),
          },
        ]
      : []),
    ...(shown.has('at')
      ? [
          {
            ...numeric(t('points:list.at')),
            ...sortOf('at'),
            width: 104,
            render: (_: unknown, row: ListedPoint) => <Time at={row.at} zone={project.timeZone} short />,
          },
        ]
      : []),
    ...(shown.has('level')
      ? [
          {
            ...sortOf('level'),
            title: t('points:list.level'),
            width: 92,
            render: (_: unknown, row: ListedPoint) => (
              <span className="pl-lv">
                <LevelMark level={row.level} size={14} label={false} />
                <span className={row.level === 0 ? 'pl-3' : ''}>{t(`common:level.${levelName(row.level)}`)}</span>
              </span>
            ),
          },
        ]
      : []),
    ...(shown.has('missing')
      ? [
          {
            ...sortOf('missing'),
            title: t('points:list.missing'),
            width: isWide ? 180 : 96,
            ellipsis: true,
            render: (_: unknown, row: ListedPoint) => {
              const said = row.gaps.map((gap) => t(`points:gap.${gap}`)).join(', ');
              return (
                <span className={said === '' ? 'pl-3' : 'pl-2'} title={said}>
                  {said === '' ? t('points:list.nothing') : said}
                </span>
              );
            },
          },
        ]
      : []),
  ];
  const keys = (event: KeyboardEvent<HTMLDivElement>): void => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
      event.preventDefault();
      chooseAll();
      return;
    }
    const row = (event.target as HTMLElement).closest<HTMLElement>('.ant-table-row');
    if (!row || event.target !== row) return;
    if (event.key === ' ') {
      event.preventDefault();
      const id = Number(row.dataset.rowKey);
      const found = rows?.find((each) => each.id === id);
      if (found) choose(found, event.shiftKey);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const sibling = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
      if (sibling instanceof HTMLElement) sibling.focus();
    }
  };
  const widthPx = columns.reduce((sum, { width }) => sum + Number(width ?? 0), 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: rows take the focus, their table hears the keys
    <div className="pt-list-rows" onKeyDown={keys}>
      <DataTable
        {...states}
        dense
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        widthPx={isWide ? widthPx : 390}
        onOpen={onOpen}
        isOpen={(row) => chosen.has(row.id)}
        isLoud={(row) => row.level === 4}
        onSort={(key, order) => filter.set({ sort: key === null ? null : order === 'descend' ? `-${key}` : key })}
      />
    </div>
  );
}
