/** Steps on a sheet, to be undone and done again. Pure. */
export interface Steps<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

const maxSteps = 200;

export const begun = <T>(now: T): Steps<T> => ({ past: [], now, future: [] });

/** One step more; what is dragged is one step however often it moves. */
export const stepped = <T>({ past, now }: Steps<T>, next: T, isSameDrag = false): Steps<T> => ({
  past: isSameDrag ? past : [...past, now].slice(-maxSteps),
  now: next,
  future: [],
});

export function undone<T>(steps: Steps<T>): Steps<T> {
  const before = steps.past.at(-1);
  return before === undefined
    ? steps
    : { past: steps.past.slice(0, -1), now: before, future: [steps.now, ...steps.future] };
}
export function redone<T>(steps: Steps<T>): Steps<T> {
  const [next, ...later] = steps.future;
  return next === undefined ? steps : { past: [...steps.past, steps.now], now: next, future: later };
}
