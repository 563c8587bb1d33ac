import { batches } from '@plumbline/contract/points/batches';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { sameValue } from '../../../design/form/judge.ts';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Time } from '../../../design/Value.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatCount, formatNumber } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { inThousands } from '../points/chosen-points.parts.ts';
import { type InitialValues as Line, useInitialValues } from './initial-values.queries.ts';

const fieldsNamed = 5;

/** The fields that are taken, in the order of their family; of a chain the first, and how many more. */
function namesOf({ row, before, after }: Line, fieldWord: ReturnType<typeof useFieldWord>): string {
  const changedKeys = Object.keys(after).filter((key) => after[key] !== before[key]);
  const order = fieldsOf(row.family as FamilyCode).map(({ key }) => key);
  const place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  const words = changedKeys.sort((a, b) => place(a) - place(b)).map((key) => fieldWord(row.family as FamilyCode, key));
  const more = words.length - fieldsNamed;
  return [...words.slice(0, fieldsNamed), ...(more > 0 ? [`+ ${more}`] : [])].join(', ');
}

/** Initial values of many points in one go, from their latest readings: shown before they are taken, point by point. */
export function BatchInit({ rows, onDone }: { rows: readonly PointRow[]; onDone?: () => void }) {
  const { t } = useTranslation();
  const [onlyMissing, setOnlyMissing] = useState(true);
  const dry = useInitialValues(rows, onlyMissing);
  const choice = useChangeChoice(dry.data);
  const { changing, accepted } = choice;
  const take = useTaking(onlyMissing, dry.refetch, onDone);
  const columns = useColumns(choice);
  // Asked for what has none yet, what stays as it is only hides the rest.
  const visibleRows = useMemo(
    () =>
      (onlyMissing ? dry.data?.filter((line) => line.problem !== null || changing.has(line)) : dry.data)?.toSorted(
        (a, b) => Number(changing.has(b)) - Number(changing.has(a)),
      ),
    [dry.data, changing, onlyMissing],
  );
  if (rows.length === 0) return <Empty title={t('points:list.none')} />;
  return (
    <div className="pt-grid-page" style={{ height: '100%' }}>
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Checkbox checked={onlyMissing} onChange={(event) => setOnlyMissing(event.target.checked)}>
          {t('points:init.onlyMissing')}
        </Checkbox>
        <span className="pl-gap" />
        <Button
          type="primary"
          disabled={accepted.length === 0}
          loading={take.isPending}
          onClick={() => take.mutate(accepted)}
        >
          {t('points:init.take', { count: accepted.length, total: formatCount(accepted.length) })}
        </Button>
      </div>
      <div style={{ height: 460, display: 'flex', flexDirection: 'column' }}>
        <DataTable
          dense
          rows={visibleRows}
          columns={columns}
          rowKey={({ row }) => row.id}
          loading={dry.isPending}
          error={dry.data ? undefined : dry.error}
          onRetry={() => void dry.refetch()}
          empty={<Empty title={t('points:init.none')} why={t('points:init.noneWhy')} />}
        />
      </div>
    </div>
  );
}

/** The lines that would change something, and those of them that are left as they are by choice. */
function useChangeChoice(lines: readonly Line[] | undefined) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const changes = useMemo(
    () => (lines ?? []).filter(({ problem, before, after }) => problem === null && !sameValue(before, after)),
    [lines],
  );
  const changing = useMemo(() => new Set(changes), [changes]);
  const toggle = ({ row }: Line): void => {
    const next = new Set(left);
    if (!next.delete(row.id)) next.add(row.id);
    setLeft(next);
  };
  return {
    changes,
    changing,
    accepted: changes.filter(({ row }) => !left.has(row.id)),
    isAccepted: (line: Line): boolean => changing.has(line) && !left.has(line.row.id),
    toggle,
    acceptAll: (all: boolean): void => setLeft(new Set(all ? [] : changes.map(({ row }) => row.id))),
  };
}
type Choice = ReturnType<typeof useChangeChoice>;

function useTaking(onlyMissing: boolean, refetch: () => Promise<unknown>, onDone: (() => void) | undefined) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: batchInit } = useWrite(batches.batchInit);
  return useMutation({
    mutationFn: async (lines: readonly Line[]) => {
      for (const part of inThousands(lines.map(({ row }) => row)))
        await batchInit({ projectId: project.id, rows: part.map(({ id }) => ({ pointId: id })), onlyMissing });
      return lines.length;
    },
    onSuccess: async (count) => {
      await refetch();
      toasts.done(t('points:init.done', { count }));
      onDone?.();
    },
    onError: toasts.failed,
  });
}

/** The value of the main field with its unit. */
function mainValue(values: Readonly<Record<string, number>>, { family, mainField, unit }: PointRow): string {
  const value = values[mainField];
  if (value === undefined) return formatNumber(null);
  const { precision } = fieldsOf(family as FamilyCode).find(({ key }) => key === mainField) ?? {};
  return `${formatNumber(value, precision)}${unit ? ` ${unit}` : ''}`;
}

function useColumns(choice: Choice): Columns<Line> {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { project } = useProject();
  const { changing } = choice;
  return [
    {
      key: 'take',
      title: <AllBox choice={choice} />,
      width: 40,
      render: (_, line) => (
        <Checkbox
          aria-label={t('points:list.choose', { name: line.row.name })}
          disabled={!changing.has(line)}
          checked={choice.isAccepted(line)}
          onChange={() => choice.toggle(line)}
        />
      ),
    },
    { key: 'name', title: t('points:name'), width: 180, ellipsis: true, render: (_, { row }) => <b>{row.name}</b> },
    {
      key: 'at',
      title: t('points:init.at'),
      width: 130,
      responsive: ['md'],
      render: (_, line) => <Time at={line.at} zone={project.timeZone} short />,
    },
    {
      ...numeric(t('points:edit.before')),
      key: 'before',
      width: 120,
      render: (_, line) => mainValue(line.before, line.row),
    },
    {
      ...numeric(t('points:edit.after')),
      key: 'after',
      width: 120,
      render: (_, line) => <b>{line.problem === null ? mainValue(line.after, line.row) : '—'}</b>,
    },
    {
      key: 'said',
      title: t('points:init.said'),
      width: 260,
      ellipsis: true,
      responsive: ['md'],
      render: (_, line) =>
        line.problem ?? (
          <span className="pl-3">
            {changing.has(line) ? t('points:init.takes', { fields: namesOf(line, fieldWord) }) : t('points:init.stays')}
          </span>
        ),
    },
  ];
}

function AllBox({ choice: { changes, accepted, acceptAll } }: { choice: Choice }) {
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t('points:init.all')}
      title={t('points:init.all')}
      disabled={changes.length === 0}
      checked={accepted.length > 0 && accepted.length === changes.length}
      indeterminate={accepted.length > 0 && accepted.length < changes.length}
      onChange={({ target }) => acceptAll(target.checked)}
    />
  );
}
