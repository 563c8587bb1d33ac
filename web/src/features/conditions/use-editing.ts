import { type Condition, conditions } from '@plumbline/contract/conditions';
import type { ConditionRules } from '@plumbline/contract/conditions.terms';
import { Failure } from '@plumbline/contract/errors';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../design/form/draft.ts';
import type { Meanwhile } from '../../design/form/Meanwhile.tsx';
import { issueWords } from '../../design/issues.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { rulesIn } from './condition-draft.ts';

/** Who saved a condition meanwhile. */
export type Who = Parameters<typeof Meanwhile>[0]['other'];

/** The draft with its steps back, what is wrong with it, and its saving. */
export function useEditing(own: Condition | undefined, begin: ConditionRules, onSaved: (id: number | null) => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const [first, setFirst] = useState(begin);
  const fetched = useMemo(() => (own ? rulesIn(own) : first), [own, first]);
  const work = useDraft<ConditionRules>(fetched);
  const [steps, setSteps] = useState<readonly ConditionRules[]>([]);
  const [tried, setTried] = useState(false);
  const [other, setOther] = useState<Who | null>(null);
  const { run: create, isPending: isCreating } = useWrite(conditions.create);
  const { run: update, isPending: isUpdating } = useWrite(conditions.update);
  const rules = work.value;
  // Once saved it has an address of its own, which opens when nothing unsaved holds the page any more.
  const [savedId, setSavedId] = useState<number | null>(null);
  const id = own?.id ?? savedId;
  useEffect(() => {
    if (savedId !== null && !work.dirty) onSaved(savedId);
  }, [savedId, work.dirty, onSaved]);
  const checked = conditions.create.input.safeParse({ projectId: project.id, ...rules });
  const found = new Map(
    checked.success ? [] : checked.error.issues.map((issue) => [issue.path.join('.'), issueWords(issue as never, t)]),
  );
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (found.size > 0) return false;
    try {
      const { condition } = id
        ? await update({ projectId: project.id, conditionId: id, ...rules }, { over: work.base })
        : await create({ projectId: project.id, ...rules });
      // A new one goes on from what was saved, until its own address is open.
      setFirst(rulesIn(condition));
      work.saved(rulesIn(condition), rules);
      setSteps([]);
      setOther(null);
      toasts.done(t('common:saved'));
      if (!own) setSavedId(condition.id);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.name === 'changedMeanwhile') setOther(error.detail as Who);
      else toasts.failed(error);
      throw error;
    }
  };
  const last = steps.at(-1);
  return {
    rules,
    work,
    tried,
    other,
    setOther,
    isSaving: isCreating || isUpdating,
    isComplete: checked.success,
    faults: tried ? found : new Map<string, string>(),
    put: (next: ConditionRules): void => {
      setSteps([...steps.slice(-49), rules]);
      work.set(next);
    },
    undoStep:
      last === undefined
        ? null
        : () => {
            work.set(last);
            setSteps(steps.slice(0, -1));
          },
    save,
  };
}
