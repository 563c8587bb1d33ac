import { type Condition, conditions } from '@plumbline/contract/alerts/conditions';
import type { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import { Failure } from '@plumbline/contract/kernel/errors';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Draft, useDraft } from '../../../design/form/draft.ts';
import type { Meanwhile } from '../../../design/form/Meanwhile.tsx';
import { issueWords } from '../../../design/issues.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { rulesIn } from './condition-draft.ts';

/** Person who saved a condition meanwhile. */
export type Who = Parameters<typeof Meanwhile>[0]['other'];

/** Adds a condition, or changes the one that there is by now. */
function useStoring(stored: Condition | undefined, work: Draft<ConditionRules>, onSaved: (id: number | null) => void) {
  const { project } = useProject();
  const { run: create, isPending: isCreating } = useWrite(conditions.create);
  const { run: update, isPending: isUpdating } = useWrite(conditions.update);
  // Once saved it has an address of its own, which opens when nothing unsaved holds the page any more.
  const [savedId, setSavedId] = useState<number | null>(null);
  const id = stored?.id ?? savedId;
  useEffect(() => {
    if (savedId !== null && !work.dirty) onSaved(savedId);
  }, [savedId, work.dirty, onSaved]);
  const store = async (rules: ConditionRules): Promise<Condition> => {
    if (id !== null)
      return (await update({ projectId: project.id, conditionId: id, ...rules }, { over: work.base })).condition;
    const { condition } = await create({ projectId: project.id, ...rules });
    setSavedId(condition.id);
    return condition;
  };
  return { store, isSaving: isCreating || isUpdating };
}

/** The draft with its steps back, what is wrong with it, and its saving. */
export function useEditing(stored: Condition | undefined, begin: ConditionRules, onSaved: (id: number | null) => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const [first, setFirst] = useState(begin);
  const fetched = useMemo(() => (stored ? rulesIn(stored) : first), [stored, first]);
  const work = useDraft<ConditionRules>(fetched);
  const [steps, setSteps] = useState<readonly ConditionRules[]>([]);
  const [tried, setTried] = useState(false);
  const [other, setOther] = useState<Who | null>(null);
  const rules = work.value;
  const { store, isSaving } = useStoring(stored, work, onSaved);
  const checked = conditions.create.input.safeParse({ projectId: project.id, ...rules });
  const pointsById = new Map(
    checked.success ? [] : checked.error.issues.map((issue) => [issue.path.join('.'), issueWords(issue as never, t)]),
  );
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (pointsById.size > 0) return false;
    try {
      const condition = await store(rules);
      // A new one goes on from what was saved, until its own address is open.
      setFirst(rulesIn(condition));
      work.saved(rulesIn(condition), rules);
      setSteps([]);
      setOther(null);
      toasts.done(t('common:saved'));
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
    isSaving,
    isComplete: checked.success,
    faults: tried ? pointsById : new Map<string, string>(),
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
