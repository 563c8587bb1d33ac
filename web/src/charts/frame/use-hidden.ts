import { useCallback, useMemo, useState } from 'react';

/**
 * What of the entries is hidden. Where all of them were hidden, nothing is: another point has other curves, and an empty
 * frame would say that there is no data.
 */
export function hiddenAmong(ids: readonly string[], hidden: ReadonlySet<string>): ReadonlySet<string> {
  const found = ids.filter((id) => hidden.has(id));
  return new Set(found.length === ids.length ? [] : found);
}

/** What is hidden when one entry is to be seen alone: all others, or nothing where it already was alone. */
export function isolated(ids: readonly string[], hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = ids.filter((each) => each !== id);
  const isAlone = !hidden.has(id) && others.every((each) => hidden.has(each));
  return new Set(isAlone ? [] : others);
}

/** What the reader hides and shows in the legend; the last one that is shown stays. */
export function useHidden(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const key = ids.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the ids
  const hidden = useMemo(() => hiddenAmong(ids, chosen), [key, chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the ids
  const toggle = useCallback(
    (id: string): void =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return ids.every((each) => next.has(each)) ? before : next;
      }),
    [key],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the ids
  const isolate = useCallback((id: string): void => setChosen((before) => isolated(ids, before, id)), [key]);
  return { hidden, toggle, isolate };
}
