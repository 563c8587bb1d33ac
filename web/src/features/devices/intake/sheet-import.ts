import { intake } from '@plumbline/contract/devices/intake';
import type { Language } from '@plumbline/contract/kernel/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatCount } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { problemsIn } from './import-words.ts';

type Answer = Reply<typeof intake.importSheet>;
/** Ways to treat a serial number that the warehouse has already. */
export type Existing = 'refuse' | 'skip';

/** A sheet of devices on its way into the warehouse: the file, what its check said, and the secrets once it is applied. */
export function useSheetImport(corporationId: number) {
  const { t } = useTranslation();
  const { run: importSheet } = useWrite(intake.importSheet);
  const toasts = useToasts();
  const [file, setFile] = useState<File | null>(null);
  const [existing, setExisting] = useState<Existing>('refuse');
  const [checked, setChecked] = useState<Answer | null>(null);
  const [busy, setBusy] = useState<'check' | 'apply' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [secrets, setSecrets] = useState<Answer['secrets'] | null>(null);

  const check = async (chosen: File | null, how: Existing): Promise<void> => {
    setFile(chosen);
    setExisting(how);
    setChecked(null);
    setFailure(null);
    if (!chosen) return;
    setBusy('check');
    try {
      setChecked(await importSheet({ corporationId, dryRun: 'true', existing: how }, { file: chosen }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  const apply = async (): Promise<void> => {
    if (!file || !checked) return;
    setBusy('apply');
    setFailure(null);
    try {
      const done = await importSheet({ corporationId, dryRun: 'false', existing }, { file });
      setSecrets(done.secrets);
      toasts.done(t('intake:import.done', { count: done.counts.add, shown: formatCount(done.counts.add) }));
    } catch (error) {
      // Another took a serial number since the check, or the file was changed: the lines say which.
      const problems = problemsIn(error);
      if (problems) await check(file, existing);
      else setFailure(error);
    } finally {
      setBusy(null);
    }
  };
  return { file, existing, checked, busy, failure, secrets, check, apply };
}
export type SheetImport = ReturnType<typeof useSheetImport>;

/** The whole warehouse as a sheet of the same columns. */
export const exportDevices = async (
  corporationId: number,
  format: 'xlsx' | 'csv',
  language: Language,
): Promise<void> => {
  const { blob, fileName } = await download(intake.exportSheet, { corporationId, format, language });
  saveAs(blob, fileName ?? `devices.${format}`);
};
