import { useRef } from 'react';

/**
 * Each answer, and while it is on its way the last one of the same name, so that what is drawn stays until the new is
 * there. `useQueries` has no previous data to keep: it makes a new observer for each new question.
 */
export function useLastAnswers<T>(
  names: readonly string[],
  answers: readonly (T | undefined)[],
): readonly (T | undefined)[] {
  const lastAnswers = useRef<ReadonlyMap<string, T>>(new Map());
  const values = names.map((name, i) => answers[i] ?? lastAnswers.current.get(name));
  lastAnswers.current = new Map(
    names.flatMap((name, i): [string, T][] => {
      const answer = values[i];
      return answer === undefined ? [] : [[name, answer]];
    }),
  );
  return useSame(values);
}

/** The list of before while its members are the same, so that what is made of it stays too. */
export function useSame<T>(list: readonly T[]): readonly T[] {
  const stable = useRef(list);
  const same = stable.current.length === list.length && list.every((each, i) => each === stable.current[i]);
  if (!same) stable.current = list;
  return stable.current;
}
