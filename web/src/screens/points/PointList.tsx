import { Grid } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LongTable } from '../../design/LongTable.tsx';
import { presentLevel } from '../../design/status-words.ts';
import { useChosenColumns } from './list-columns.ts';
import { type RowChoice, usePointColumns } from './PointListColumns.tsx';
import type { ListedPoint, PointFilter } from './point-filter.ts';

const onPhone: ReadonlySet<string> = new Set(['value', 'level']);

/** The rows: Enter opens, Space chooses, arrows move, Shift chooses a stretch, Ctrl+A all. */
export function PointList({
  rows,
  isWhole,
  filter,
  chosen,
  onChosen,
  onOpen,
  ...states
}: {
  rows: readonly ListedPoint[] | undefined;
  /** false = the first of them, the rest is on its way: what takes all of them waits. */
  isWhole: boolean;
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
  const isWide = Grid.useBreakpoint().md ?? true;
  const [chosenColumns] = useChosenColumns();
  const choice = useRowChoice(rows, isWhole, chosen, onChosen);
  const columns = usePointColumns(isWide ? chosenColumns : onPhone, isWide, filter, choice);
  const keys = (event: KeyboardEvent, row: ListedPoint | null): void => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
      event.preventDefault();
      choice.chooseAll?.();
    } else if (row && event.key === ' ') {
      event.preventDefault();
      choice.choose(row, event.shiftKey);
    }
  };
  return (
    <div className="pt-list-rows">
      <LongTable
        {...states}
        label={t('points:menu')}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={onOpen}
        isOpen={(row) => chosen.has(row.id)}
        needsAttention={(row) => presentLevel(row.status) === 4}
        onSort={(key, order) => filter.set({ sort: key === null ? null : order === 'descend' ? `-${key}` : key })}
        onKeyDown={keys}
      />
    </div>
  );
}

/** One row at a time, a stretch from the last one on, or all of them. */
function useRowChoice(
  rows: readonly ListedPoint[] | undefined,
  isComplete: boolean,
  chosen: ReadonlySet<number>,
  onChosen: (chosen: ReadonlySet<number>) => void,
): RowChoice {
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
  const chooseAll = isComplete ? () => onChosen(all ? new Set() : new Set(rows?.map(({ id }) => id))) : null;
  return { chosen, all, choose, chooseAll };
}
