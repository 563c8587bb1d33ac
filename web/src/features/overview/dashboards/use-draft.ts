import { Failure } from '@plumbline/contract/kernel/errors';
import type { RoleType } from '@plumbline/contract/kernel/permissions';
import { type Dashboard, dashboards } from '@plumbline/contract/overview/dashboards';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import { useState } from 'react';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';

interface Draft {
  readonly name: string;
  readonly roles: readonly RoleType[];
  readonly panels: readonly Panel[];
}
interface Overtaken {
  readonly by: string | null;
  readonly at: string | null;
  readonly now: Dashboard | null;
}
const draftOf = ({ name, roles, panels }: Dashboard): Draft => ({ name, roles, panels });

/** What is changed, and how far one can go back. */
function useSteps(first: Draft) {
  const [draft, setDraft] = useState(first);
  const [past, setPast] = useState<readonly Draft[]>([]);
  return {
    draft,
    canUndo: past.length > 0,
    restart: (from: Draft): void => {
      setDraft(from);
      setPast([]);
    },
    change: (next: Partial<Draft>): void => {
      setPast((old) => [...old, draft].slice(-maxSteps));
      setDraft({ ...draft, ...next });
    },
    undo: (): void => {
      const last = past.at(-1);
      if (!last) return;
      setPast(past.slice(0, -1));
      setDraft(last);
    },
  };
}

/**
 * A dashboard while somebody changes it. Invariant: what was changed stays until it is saved or thrown away; whoever saves over a
 * version that is no more is asked first.
 */
export function useDraft(stored: Dashboard) {
  const toasts = useToasts();
  const { run: update, isPending } = useWrite(dashboards.update);
  const [base, setBase] = useState<Dashboard | null>(null);
  const { draft, canUndo, change, undo, restart } = useSteps(draftOf(stored));
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const isDirty = base !== null && JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  const begin = (from: Dashboard): void => {
    setBase(from);
    restart(draftOf(from));
    setOvertaken(null);
  };
  const save = async (over = base): Promise<boolean> => {
    try {
      const { dashboard } = await update(
        {
          projectId: stored.projectId,
          dashboardId: stored.id,
          name: draft.name,
          roles: [...draft.roles],
          panels: [...draft.panels],
        },
        { over },
      );
      begin(dashboard);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.name === 'changedMeanwhile') {
        const { by = null, at = null, now = null } = (error.detail ?? {}) as Partial<Overtaken>;
        setOvertaken({ by, at, now });
      } else toasts.failed(error);
      return false;
    }
  };
  return {
    isEditing: base !== null,
    isDirty,
    isSaving: isPending,
    draft,
    canUndo,
    overtaken,
    begin,
    change,
    undo,
    save,
    /** Mine over what somebody else saved. */
    keepMine: async (): Promise<boolean> => await save(overtaken?.now ?? base),
    takeTheirs: () => begin(overtaken?.now ?? stored),
    end: () => {
      setBase(null);
      setOvertaken(null);
    },
  };
}
export type DraftState = ReturnType<typeof useDraft>;
const maxSteps = 50;
