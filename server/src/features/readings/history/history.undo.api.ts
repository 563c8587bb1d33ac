/** How acts of the change log are undone: those of features here, those of the pipeline as it hands them down. */
import type { ChangeKind } from '@plumbline/contract/readings/history';
import type { Context } from '../../../kernel/context.ts';
import type { SeriesChange } from '../../platform/store/store.changes.api.ts';
import { retireUnused } from '../../points/points/points.retire.api.ts';
import { undoCorrections } from '../corrections/corrections.undo.api.ts';

/** How an act is undone that others make; what the store has of it, it puts back by itself. */
export interface Undoer {
  /** True when the store has records of it to put back. */
  readonly restores: boolean;
  /** Acts of its kind that are not undone by themselves. */
  readonly refuses?: (change: SeriesChange) => boolean;
  /** Done before the records are put back; gives how many records of its own that were. May be run twice. */
  readonly first?: (context: Pick<Context, 'db' | 'now'>, change: SeriesChange) => Promise<number>;
  /** Done in the transaction that marks the act as undone. */
  readonly last?: (context: Pick<Context, 'db' | 'now'>, change: SeriesChange) => Promise<void>;
}
export type Undoers = { readonly [K in ChangeKind]?: Undoer };
const store: Undoer = { restores: true };
/** Of acts that features make; the others come from above. */
const own: Undoers = {
  import: { restores: true, last: retireMade },
  entry: store,
  delete: store,
  flag: store,
  correction: { restores: false, first: undoCorrections },
};

/** Points that were made for an import go with it. */
async function retireMade(context: Pick<Context, 'db' | 'now'>, { detail }: SeriesChange): Promise<void> {
  const { madePointIds } = (detail ?? {}) as { readonly madePointIds?: readonly number[] };
  if (madePointIds) await retireUnused(context, madePointIds);
}

/** How an act is undone; undefined where it cannot be. */
export const undoerOf = (undoers: Undoers, change: SeriesChange): Undoer | undefined => {
  const undoer = own[change.kind] ?? undoers[change.kind];
  return undoer?.refuses?.(change) ? undefined : undoer;
};

declare module '../../../kernel/services.ts' {
  interface Services {
    readonly undoers: Undoers;
  }
}
