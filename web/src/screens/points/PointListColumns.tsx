import { InboxOutlined, LockOutlined } from '@ant-design/icons';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { lastReadAt } from '@plumbline/contract/kernel/status';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { pointTypes } from '@plumbline/contract/points/points.point';
import { formatSpan } from '@plumbline/science/display/span';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import type { LongColumn } from '../../design/LongTable.tsx';
import { StatusTag } from '../../design/Status.tsx';
import { Time, Value } from '../../design/Value.tsx';
import { missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { wordKey } from '../../kernel/words.ts';
import { columnNames } from './list-columns.ts';
import type { ListedPoint, PointFilter } from './point-filter.ts';

type Name = (typeof columnNames)[number];
const decimals = (row: ListedPoint): number | undefined =>
  fieldsOf(row.family as FamilyCode).find(({ key }) => key === row.mainField)?.precision;

/** Where there is little room the item stays and the structure gives way: nine rows that read "Main dam / S..." say nothing. */
function PlaceName({ place }: { place: string }) {
  const cut = place.lastIndexOf(' / ') + 3;
  return (
    <span className="pt-place" title={place}>
      {cut > 2 && <span className="pl-ell pl-2">{place.slice(0, cut).trimEnd()}</span>}
      <span className="pl-ell">{cut > 2 ? place.slice(cut) : place}</span>
    </span>
  );
}

/** Choice of the list, and how: null = not yet, as not all of the rows are here. */
export interface RowChoice {
  readonly chosen: ReadonlySet<number>;
  /** Every row is chosen. */
  readonly all: boolean;
  readonly choose: (row: ListedPoint, stretch: boolean) => void;
  readonly chooseAll: (() => void) | null;
}

/** The columns of the list of points: the box, the name, and those that are shown, in their order. */
export function usePointColumns(
  visible: ReadonlySet<string>,
  isWide: boolean,
  filter: PointFilter,
  choice: RowChoice,
): readonly LongColumn<ListedPoint>[] {
  const { t } = useTranslation();
  const cells = useCells(isWide);
  const sortOf = (key: string): 'ascend' | 'descend' | null =>
    filter.sort === key ? 'ascend' : filter.sort === `-${key}` ? 'descend' : null;
  return [
    {
      key: 'choose',
      widthPx: 52,
      title: <AllBox choice={choice} />,
      render: (row) => <RowBox row={row} choice={choice} />,
    },
    {
      key: 'name',
      title: t('points:name'),
      widthPx: isWide ? 160 : 112,
      sort: sortOf('name'),
      render: (row) => <PointName row={row} />,
    },
    ...columnNames
      .filter((name) => visible.has(name))
      .map((name) => ({ key: name, title: t(`points:list.${name}`), sort: sortOf(name), ...cells[name] })),
  ];
}

const quiet = (words: string): ReactNode => (
  <span className="pl-2" title={words}>
    {words}
  </span>
);

type Cells = Readonly<Record<Name, { widthPx: number; right?: true; render: (row: ListedPoint) => ReactNode }>>;

function useCells(isWide: boolean): Cells {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone: zone } = useProject().project;
  return {
    kind: { widthPx: 110, render: (row) => quiet(t(`points:type.${elementAt(pointTypes, row.type)}`)) },
    structure: { widthPx: 190, render: (row) => <PlaceName place={row.place} /> },
    family: { widthPx: 130, render: (row) => quiet(t(wordKey(`families:family.${row.family}`))) },
    device: {
      widthPx: 140,
      render: (row) =>
        row.sncode === null ? <span className="pl-3">{missing}</span> : quiet(`${row.sncode} · ${row.channel}`),
    },
    interval: { widthPx: 84, right: true, render: (row) => formatSpan(row.intervalSeconds, language) },
    value: {
      widthPx: 110,
      right: true,
      render: (row) => (
        <Value
          value={row.value}
          unit={row.unit}
          precision={decimals(row)}
          at={lastReadAt(row.status)}
          zone={zone}
          {...(row.status.state === 'stale' && row.value !== null ? { state: 'stale' as const } : {})}
        />
      ),
    },
    at: { widthPx: 104, right: true, render: (row) => <Time at={lastReadAt(row.status)} zone={zone} short /> },
    level: {
      widthPx: isWide ? 130 : 116,
      render: (row) => <StatusTag status={row.status} words={isWide ? 'short' : 'word'} />,
    },
    missing: {
      widthPx: isWide ? 130 : 96,
      render: (row) => {
        if (row.gaps === null) return <span className="pl-3">{t('points:list.notKnown')}</span>;
        const gapText = row.gaps.map((gap) => t(`points:gap.${gap}`)).join(', ');
        return gapText === '' ? <span className="pl-3">{t('points:list.nothing')}</span> : quiet(gapText);
      },
    },
  };
}

function AllBox({ choice: { chosen, all, chooseAll } }: { choice: RowChoice }) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      aria-label={t('points:list.chooseAll')}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = !all && chosen.size > 0;
      }}
      disabled={chooseAll === null}
      onChange={() => chooseAll?.()}
    />
  );
}

function RowBox({ row, choice: { chosen, choose } }: { row: ListedPoint; choice: RowChoice }) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={t('points:list.choose', { name: row.name })}
      checked={chosen.has(row.id)}
      // The press on the box does not open the row.
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => choose(row, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  );
}

function PointName({ row }: { row: ListedPoint }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <span className="pt-name">
      {/* The row is opened by keys; a link besides, so that a point can be opened in a tab of its own. */}
      <Link
        className="pl-ell pl-b"
        tabIndex={-1}
        title={row.name}
        to={to('MPConsole', { projectId: project.id, structureId: row.structureId, mpId: row.id })}
        onClick={(event) => event.stopPropagation()}
      >
        {row.name}
      </Link>
      {row.archived && <LockOutlined className="pl-3" title={t('points:state.snapshotted')} />}
      {row.deprecated && <InboxOutlined className="pl-3" title={t('points:state.deprecated')} />}
    </span>
  );
}
