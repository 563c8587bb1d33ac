import { Failure } from '@plumbline/contract/kernel/errors';
import { userImport, userSheet } from '@plumbline/contract/people/users.import';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowProblemWords } from '../../../design/row-words.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';

export type Checked = Reply<typeof userImport.importUsers>;
/** Ways to treat a username that the corporation has already. */
export type Existing = 'refuse' | 'skip';

/** A sheet of users: the file, what its check found, and the passwords once the accounts are opened. */
export function useUserImport(corporationId: number) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: importUsers } = useWrite(userImport.importUsers);
  const [file, setFile] = useState<File | null>(null);
  const [existing, setExisting] = useState<Existing>('refuse');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState<'check' | 'apply' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [done, setDone] = useState<Checked | null>(null);

  const check = async (chosen: File | null, how: Existing): Promise<void> => {
    setFile(chosen);
    setExisting(how);
    setChecked(null);
    setFailure(null);
    if (!chosen) return;
    setBusy('check');
    try {
      setChecked(await importUsers({ corporationId, dryRun: 'true', existing: how }, { file: chosen }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  const apply = async (): Promise<void> => {
    if (!file) return;
    setBusy('apply');
    setFailure(null);
    try {
      const answer = await importUsers({ corporationId, dryRun: 'false', existing }, { file });
      setDone(answer);
      toasts.done(t('people:import.done', { count: answer.counts.add }));
    } catch (error) {
      // Somebody took a username since the check: the lines say which.
      const isOutdated = error instanceof Failure && (error.name === 'rowsRefused' || error.name === 'nameTaken');
      if (isOutdated) await check(file, existing);
      else setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  return { file, existing, checked, busy, failure, done, check, apply };
}
export type UserImport = ReturnType<typeof useUserImport>;

/** Why a row is not taken, after the heading of its column. */
export function problemWords(problem: RowProblem, t: TFunction, language: string): string {
  const words = rowProblemWords(problem, t);
  const column = userSheet.find(({ key }) => key === problem.path);
  return column ? `${language === 'en' ? column.en : column.zh}: ${words}` : words;
}
