import { Failure } from '@plumbline/contract/kernel/errors';
import { versionOf } from '@plumbline/contract/kernel/versions';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import { thresholds } from '@plumbline/contract/points/thresholds';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridColumn, GridIssue } from '../../../design/form/EditableTable.tsx';
import { issueWords } from '../../../design/issues.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { read } from '../../../kernel/reads.ts';
import { wordKey } from '../../../kernel/words.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { inThousands } from '../points/chosen-points.parts.ts';
import { issuesOf, problemsIn } from '../points/row-problems.parts.ts';
import {
  isStill,
  type LimitChange,
  type NamedPoint,
  type ReadRules,
  type RuleCells,
  readRules,
} from './threshold-rows.ts';

/** Modes of saving limits: added to those that a point has, or replacing them. */
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
  const [busy, setBusy] = useState<'check' | 'review' | null>(null);
  const written = useMemo(() => readRules(table, all), [table, all]);
  const rows = useMemo(
    () => (mode === 'add' ? written.rows.filter(({ thresholds }) => thresholds.length > 0) : written.rows),
    [mode, written],
  );
  const issues = useMemo(() => [...cellIssues(written, t), ...refused], [written, refused, t]);
  const showProblems = (problems: readonly RowProblem[]): void => {
    const columnOf = (path: string): string => (columns.some(({ prop }) => prop === path) ? path : 'name');
    setRefused((now) => [...now, ...issuesOf(inTable(problems, rows, written), t, columnOf)]);
  };
  /** Returns whether nothing is wrong; what is, is told beside its cell. To `check` is to be told so, to `review` is to go on. */
  const run = async (purpose: 'check' | 'review'): Promise<boolean> => {
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
    isReadable: written.issues.length === 0,
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

/** What cannot be read in the cells, in words. */
const cellIssues = (written: ReadRules, t: TFunction): GridIssue[] =>
  written.issues.map(({ row, prop, message }) => ({
    row,
    prop,
    words: /^(unknown|several)/.test(message)
      ? t(wordKey(`thresholds:table.${message}`))
      : issueWords({ message, path: [prop] }, t),
  }));

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
const inTable = (problems: readonly RowProblem[], rows: Rows, written: ReadRules): RowProblem[] =>
  problems.map((problem) => {
    const [, which, prop] = problem.path.split('.');
    const row = rows[problem.row];
    const from = row ? (written.from[written.rows.indexOf(row)] ?? []) : [];
    return { ...problem, row: from[Number(which)] ?? from[0] ?? 0, path: prop ?? 'name' };
  });

/**
 * Saves changes of limits that were looked through. Throws changedMeanwhile where somebody was first; what is saved can
 * be taken back for as long as it is offered.
 */
export function useLimitSaving(): (list: readonly LimitChange[], reason: string) => Promise<void> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: batchThresholds } = useWrite(thresholds.batchThresholds);
  const { project } = useProject();
  /** Writes each point's limits whole, and only over those that its author saw. */
  const send = async (list: readonly LimitChange[], reason: string): Promise<void> => {
    for (const part of inThousands(list))
      await batchThresholds({
        projectId: project.id,
        mode: 'replace',
        reason,
        rows: part.map(({ pointId, before, after }) => ({
          pointId,
          thresholds: [...after],
          version: versionOf(before, []),
        })),
      });
  };
  const takeBack = async (list: readonly LimitChange[]): Promise<void> => {
    const { points: now } = await read(thresholds.projectThresholds, { projectId: project.id });
    const present = new Map(now.map((each) => [each.pointId, each.thresholds]));
    // What somebody has changed since is not taken back over their heads.
    if (!isStill(list, present)) throw new Failure('changedMeanwhile');
    await send(
      list.map(({ pointId, before }) => ({ pointId, before: present.get(pointId) ?? [], after: before })),
      t('thresholds:table.takenBack'),
    );
  };
  return async (list, reason) => {
    try {
      await send(list, reason);
    } catch (error) {
      // What the other made of it comes, and what was typed here stays.
      if (problemsIn(error)?.some(({ error: name }) => name === 'changedMeanwhile')) {
        throw new Failure('changedMeanwhile');
      }
      throw error;
    }
    toasts.done(t('thresholds:table.saved', { count: list.length }), {
      words: t('readings:change.undo'),
      run: () => takeBack(list),
    });
  };
}
