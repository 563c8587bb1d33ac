import { useRef, useState } from 'react';
import { problemsIn } from './sheet-words.ts';

/**
 * A file on its way: checked by a dry run when it is chosen, taken when it is said. Invariant: an answer of a file that
 * was exchanged meanwhile is not shown.
 */
export function useSheet<Answer>(send: (file: File, dryRun: boolean) => Promise<Answer>) {
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<Answer | null>(null);
  const [busy, setBusy] = useState<'check' | 'apply' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const turn = useRef(0);

  /** `by` = another way to send it than that of the last drawing: a choice that was changed just now. */
  const check = async (chosen: File | null, by = send): Promise<void> => {
    const mine = ++turn.current;
    setFile(chosen);
    setChecked(null);
    setFailure(null);
    setBusy(chosen ? 'check' : null);
    if (!chosen) return;
    try {
      const answer = await by(chosen, true);
      if (mine === turn.current) setChecked(answer);
    } catch (error) {
      if (mine === turn.current) setFailure(error);
    } finally {
      if (mine === turn.current) setBusy(null);
    }
  };
  /** null = refused or failed: the lines, or the failure, say why. */
  const apply = async (): Promise<Answer | null> => {
    if (!file) return null;
    setBusy('apply');
    setFailure(null);
    try {
      return await send(file, false);
    } catch (error) {
      // Something changed since the check: the lines say what.
      if (problemsIn(error)) await check(file);
      else setFailure(error);
      return null;
    } finally {
      setBusy(null);
    }
  };
  return { file, checked, busy, failure, check, apply };
}
