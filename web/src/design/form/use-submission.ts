import { Failure } from '@plumbline/contract/kernel/errors';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../kernel/failures.ts';
import type { Issue } from '../issues.ts';
import type { FormModel } from './form-model.ts';
import { refusedIssues } from './judge.ts';
import type { useMeanwhile } from './meanwhile.ts';

interface Saving {
  readonly onSubmit: (input: never, precondition: { readonly over: unknown }) => Promise<unknown>;
  /** Where a named failure belongs. */
  readonly errorField: Partial<Record<string, string>>;
  readonly onSaved: () => void;
}

/** What is wrong with a form: shown at its fields where they are in it, else under it. */
function useFaults(
  model: FormModel,
  meanwhile: ReturnType<typeof useMeanwhile>,
  errorField: Partial<Record<string, string>>,
) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const show = (issues: readonly Issue[]): void => {
    const { wrong: marked, placeless } = model.mark(issues, t);
    setWrong(marked);
    if (marked[0]) model.jump(marked[0]);
    // What is wrong with something that is not in the form must not be swallowed.
    else if (placeless[0]) setFailure(new Failure('badInput', issues));
  };
  const showFailure = (error: unknown): void => {
    if (meanwhile.refused(error)) return;
    const field = error instanceof Failure ? errorField[error.name] : undefined;
    if (error instanceof Failure && error.name === 'badInput' && Array.isArray(error.detail))
      show(refusedIssues(error.detail));
    else if (field && model.has(field)) {
      model.markOne(field, wordsOf(error, t).words);
      setWrong([field]);
      model.jump(field);
    } else setFailure(error);
  };
  return { failure, wrong, show, showFailure, setFailure, setWrong };
}

/** Judging and saving a form, and what stands wrong with it: `wrong` = its fields in their order, `failure` = the form as a whole. */
export function useSubmission(model: FormModel, meanwhile: ReturnType<typeof useMeanwhile>, saving: Saving) {
  const [busy, setBusy] = useState(false);
  const { failure, wrong, show, showFailure, setFailure, setWrong } = useFaults(model, meanwhile, saving.errorField);
  const isSaving = useRef(false);

  /** The parsed input, or null when something is wrong; then it is shown. */
  const check = (): unknown => {
    setFailure(null);
    const { data, issues } = model.judge();
    if (issues.length > 0) {
      show(issues);
      return null;
    }
    setWrong([]);
    return data;
  };
  /** Returns whether it was saved. A second press while the first is under way does nothing. */
  const submit = async (): Promise<boolean> => {
    if (isSaving.current) return false;
    const parsed = check();
    if (parsed === null) return false;
    const sent = model.values();
    isSaving.current = true;
    setBusy(true);
    try {
      await saving.onSubmit(parsed as never, meanwhile.over());
      model.keep(sent);
      saving.onSaved();
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    wrong,
    check,
    submit,
    /** Fields that have been mended since are wrong no longer. */
    dropMended: () => {
      if (wrong.length > 0) setWrong(wrong.filter((prop) => model.isMarked(prop)));
    },
    clear: () => {
      setWrong([]);
      setFailure(null);
    },
  };
}
