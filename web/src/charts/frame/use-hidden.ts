import { useCallback, useMemo, useState } from 'react';
import { useUrlState } from '../../kernel/url-state.ts';
import type { Entry } from './kind.ts';

/**
 * Returns the hidden entries. Where all of them were hidden, nothing is: another point has other curves, and an empty
 * frame would say that there is no data.
 */
export function hiddenAmong(ids: readonly string[], hidden: ReadonlySet<string>): ReadonlySet<string> {
  const hiddenIds = ids.filter((id) => hidden.has(id));
  return new Set(hiddenIds.length === ids.length ? [] : hiddenIds);
}

/** Returns the entries to hide so that one is seen alone: all others, or nothing where it already was alone. */
export function isolated(ids: readonly string[], hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = ids.filter((each) => each !== id);
  const isAlone = !hidden.has(id) && others.every((each) => hidden.has(each));
  return new Set(isAlone ? [] : others);
}

type Hidden = readonly [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void];

/** The part of the address that holds what is hidden in the legend of the chart that a page is about. */
export const hiddenParameter = 'hide';

/** What is hidden, in the address, so that a link shows what its sender saw. */
function useHiddenInAddress(): Hidden {
  const [text, setText] = useUrlState(hiddenParameter, '');
  const hidden = useMemo((): ReadonlySet<string> => new Set(text.split(',').filter((id) => id !== '')), [text]);
  const change = useCallback(
    (next: ReadonlySet<string>) => setText(next.size === 0 ? null : [...next].join(',')),
    [setText],
  );
  return [hidden, change];
}

/** Returns the entries that the reader hides and shows in the legend; the last one that is shown stays. */
export function useHidden(entries: readonly Pick<Entry, 'id'>[], isInAddress: boolean) {
  const ids = entries.map(({ id }) => id);
  const inAddress = useHiddenInAddress();
  const localState = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen]: Hidden = isInAddress ? inAddress : localState;
  const key = ids.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the ids
  const hidden = useMemo(() => hiddenAmong(ids, chosen), [key, chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the ids
  const toggle = useCallback(
    (id: string): void => {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      if (!ids.every((each) => next.has(each))) setChosen(next);
    },
    [key, chosen, setChosen],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the ids
  const isolate = useCallback((id: string): void => setChosen(isolated(ids, chosen, id)), [key, chosen, setChosen]);
  return { hidden, toggle, isolate };
}
