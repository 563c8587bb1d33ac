import type { RowProblem } from '@plumbline/contract/points.rows';
import { thresholds } from '@plumbline/contract/thresholds';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridColumn, GridIssue } from '../../design/form/EditableTable.tsx';
import { issueWords } from '../../design/issues.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { wordKey } from '../../kernel/words.ts';
import { useWrite } from '../../kernel/writes.ts';
import { inThousands } from '../batches/chosen-points.parts.ts';
import { issuesOf, problemsIn } from '../batches/row-problems.parts.ts';
import { type NamedPoint, type ReadRules, type RuleCells, readRules } from './threshold-rows.ts';

/** Whether limits are added to those that a point has, or stand in their place. */
export type LimitMode = 'add' | 'replace';
type Rows = ReadRules['rows'];

/** The limits that a table stands for, and what its cells and the server have against them. Nothing is saved. */
export function useLimitCheck(
  table: readonly RuleCells[],
  all: readonly NamedPoint[],
  mode: LimitMode,
  columns: readonly GridColumn[],
) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const findProblems = useDryRun(mode);
  const [refused, setRefused] = useState<readonly GridIssue[]>([]);
  const [soundCount, setSoundCount] = useState<number | null>(null);
  const [busy, setBusy] = useState<'check' | 'look' | null>(null);
  const read = useMemo(() => readRules(table, all), [table, all]);
  const rows = useMemo(
    () => (mode === 'add' ? read.rows.filter(({ thresholds }) => thresholds.length > 0) : read.rows),
    [mode, read],
  );
  const issues = useMemo<GridIssue[]>(
    () => [
      ...read.issues.map(({ row, prop, message }) => ({
        row,
        prop,
        words: /^(unknown|several)/.test(message)
          ? t(wordKey(`thresholds:table.${message}`))
          : issueWords({ message, path: [prop] }, t),
      })),
      ...refused,
    ],
    [read, refused, t],
  );
  const showProblems = (problems: readonly RowProblem[]): void => {
    const columnOf = (path: string): string => (columns.some(({ prop }) => prop === path) ? path : 'name');
    setRefused((now) => [...now, ...issuesOf(inTable(problems, rows, read), t, columnOf)]);
  };
  /** Whether nothing is wrong; what is, is told beside its cell. To `check` is to be told so, to `look` is to go on. */
  const run = async (purpose: 'check' | 'look'): Promise<boolean> => {
    setBusy(purpose);
    setRefused([]);
    try {
      const problems = await findProblems(rows);
      if (problems.length > 0) showProblems(problems);
      else setSoundCount(purpose === 'check' ? rows.length : null);
      return problems.length === 0;
    } catch (error) {
      const problems = problemsIn(error);
      if (problems) showProblems(problems);
      else toasts.failed(error);
      return false;
    } finally {
      setBusy(null);
    }
  };
  return {
    rows,
    issues,
    isReadable: read.issues.length === 0,
    soundCount,
    busy,
    run,
    /** What was found sound has changed. */
    forgetSound: (): void => setSoundCount(null),
    forgetRefused: (): void => {
      if (refused.length > 0) setRefused([]);
    },
  };
}

/** Asks the server what it has against limits; the first thousand of which some are refused ends it. */
function useDryRun(mode: LimitMode): (rows: Rows) => Promise<readonly RowProblem[]> {
  const { project } = useProject();
  const { run: batchThresholds } = useWrite(thresholds.batchThresholds);
  return async (rows) => {
    let before = 0;
    for (const part of inThousands(rows)) {
      const { problems } = await batchThresholds({ projectId: project.id, rows: part, mode, dryRun: true });
      if (problems.length > 0) return problems.map((problem) => ({ ...problem, row: before + problem.row }));
      before += part.length;
    }
    return [];
  };
}

/** Problems speak of points: back to the row of the table that the limit stands in. */
const inTable = (problems: readonly RowProblem[], rows: Rows, read: ReadRules): RowProblem[] =>
  problems.map((problem) => {
    const [, which, prop] = problem.path.split('.');
    const whole = rows[problem.row];
    const from = whole ? (read.from[read.rows.indexOf(whole)] ?? []) : [];
    return { ...problem, row: from[Number(which)] ?? from[0] ?? 0, path: prop ?? 'name' };
  });
