import { Failure } from '@plumbline/contract/kernel/errors';
import type { Field } from '@plumbline/contract/points/families';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridIssue } from '../../../design/form/EditableTable.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { failureNamed, wordsOf } from '../../../kernel/failures.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** A row of the table that values are entered in: its point, its time, and a cell for each field. */
export type EntryCells = Readonly<Record<string, unknown>>;

interface Problem {
  readonly row: number;
  readonly path: string;
  readonly error: string;
  readonly detail?: unknown;
}

/** A row as the call takes it: cells without a number are left out. */
const entryOf = (row: EntryCells, fields: readonly Field[]) => ({
  pointId: Number(row['pointId']),
  at: String(row['at'] ?? ''),
  values: Object.fromEntries(
    fields.filter(({ key }) => typeof row[key] === 'number').map(({ key }) => [key, row[key] as number]),
  ),
});

/** What is wrong cell by cell, where that is why the rows were refused. */
const problemsOf = (error: unknown): readonly Problem[] | undefined =>
  error instanceof Failure ? (error.detail as { problems?: Problem[] } | null)?.problems : undefined;

const issueOf = ({ row, path, error, detail }: Problem, t: TFunction): GridIssue => ({
  row,
  prop: path.replace(/^values\./, ''),
  words: wordsOf(failureNamed(error, detail), t).words,
});

/** Saves entered rows, all or none, and offers to undo that; where they are refused, the cells at fault. */
export function useSaveEntries(fields: readonly Field[], onSaved: () => void) {
  const { t } = useTranslation();
  const { run: undoChange } = useWrite(history.undo);
  const { run: enterBatch } = useWrite(imports.enterBatch);
  const { project } = useStoredProject();
  const toasts = useToasts();
  const [issues, setIssues] = useState<readonly GridIssue[]>([]);
  const [busy, setBusy] = useState(false);
  const undoOf = (pointId: number, changeId: number) => ({
    words: t('readings:change.undo'),
    run: async () => {
      await undoChange({ pointId, changeId });
    },
  });
  const save = async (rows: readonly EntryCells[]): Promise<void> => {
    setBusy(true);
    setIssues([]);
    try {
      const { added, overwritten, unchanged, changeId } = await enterBatch({
        projectId: project.id,
        rows: rows.map((row) => entryOf(row, fields)),
      });
      const pointId = Number(rows[0]?.['pointId']);
      toasts.done(
        t('imports:entry.saved', {
          added: formatCount(added),
          overwritten: formatCount(overwritten),
          unchanged: formatCount(unchanged),
        }),
        changeId === null ? undefined : undoOf(pointId, changeId),
      );
      onSaved();
    } catch (error) {
      const problems = problemsOf(error);
      if (problems) setIssues(problems.map((problem) => issueOf(problem, t)));
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, issues, clearIssues: () => setIssues([]) };
}
