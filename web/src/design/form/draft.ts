import { useState } from 'react';
import { sameValue } from './judge.ts';

/** Draft of a person, beside what the server holds. */
export interface Draft<T> {
  readonly value: T;
  /** What the work began from. */
  readonly base: T;
  readonly dirty: boolean;
  /** What somebody else has saved since the work began; null while nobody has. */
  readonly theirs: T | null;
  readonly set: (value: T) => void;
  /** Back to the newest that the server holds. */
  readonly undo: () => void;
  /** After a save: `stored` is what the server made of `sent`. What was typed while it was under way stays. */
  readonly saved: (stored: T, sent: T) => void;
  /** Goes on with what was typed, knowing what the other has saved. */
  readonly keepMine: (theirs?: T) => void;
}

interface State<T> {
  readonly base: T;
  readonly value: T;
  /** What the query gave last. */
  readonly latest: T;
}

/**
 * Something fetched that can be edited.
 * Invariant: what was typed outlives every refetch. A newer answer is taken over only where nobody has typed; else it is
 * `theirs` and waits for a decision. Editors use this instead of a `key` made of fetched data, which would throw the
 * typing away (the import rules refuse such keys).
 */
export function useDraft<T>(fetched: T, same: (a: T, b: T) => boolean = sameValue): Draft<T> {
  const [state, put] = useState<State<T>>({ base: fetched, value: fetched, latest: fetched });
  let now = state;
  if (fetched !== now.latest && !same(fetched, now.latest)) {
    const isFree = same(now.value, now.base) || same(now.value, fetched);
    now = isFree ? { base: fetched, value: fetched, latest: fetched } : { ...now, latest: fetched };
    put(now);
  }
  const { base, value, latest } = now;
  const dirty = !same(value, base);
  return {
    value,
    base,
    dirty,
    theirs: dirty && !same(latest, base) ? latest : null,
    set: (next) => put((old) => ({ ...old, value: next })),
    undo: () => put((old) => ({ ...old, base: old.latest, value: old.latest })),
    saved: (stored, sent) =>
      put((old) => ({ latest: stored, base: stored, value: same(old.value, sent) ? stored : old.value })),
    keepMine: (theirs) => put((old) => ({ ...old, base: theirs ?? old.latest, latest: theirs ?? old.latest })),
  };
}
