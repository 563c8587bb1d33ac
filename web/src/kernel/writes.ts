import type { InputOf, OutputOf, Route, Schema } from '@plumbline/contract/kernel/route';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { AnsweredFailure, call, Unreachable, upload } from './call.ts';
import { type Change, readAgain } from './queries.ts';

export interface WriteOptions {
  /** The record as its author saw it: a guarded route refuses the write when it has become another since. */
  readonly over?: unknown;
  /** The file of an upload. */
  readonly file?: File;
  /** Another token than the session's, which this page has left already. */
  readonly token?: string;
  /** Runs when the write has succeeded, before what it changed is read again: what would be in the way then is closed. */
  readonly onDone?: () => unknown;
}
type Answered<O> = (answer: O) => unknown;

/**
 * Returns the tags that a write changes, and the record that it removed: the one whose id ends the path of a DELETE. A
 * dry run changes nothing.
 */
export function changeOf(route: Pick<Route, 'method' | 'path' | 'changes'>, input: unknown): Change {
  const { dryRun } = input as Readonly<Record<string, unknown>>;
  if (dryRun === true || dryRun === 'true') return { tags: { nothing: 'A dry run' } };
  const [, field] = (route.method === 'DELETE' && /\{(\w+)\}$/.exec(route.path)) || [];
  const value = field === undefined ? undefined : (input as Readonly<Record<string, unknown>>)[field];
  return {
    tags: route.changes ?? { nothing: 'It reads' },
    removed: field === undefined ? undefined : { field, value },
  };
}

/** A failure after which the page may show something that is so no more: others changed it, or the outcome is unknown. */
const isDoubtful = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof AnsweredFailure && [404, 409].includes(error.status));

/**
 * Sends a write, and resolves with its answer once the page shows what it changed; `onAnswer` runs before that. Invariant: everything on the page
 * that shows what the route changes is read again, whoever wrote it.
 */
export async function write<I extends Schema, O extends Schema>(
  route: Route<I, O>,
  input: InputOf<I>,
  { file, onDone, ...options }: WriteOptions = {},
  onAnswer?: Answered<OutputOf<O>>,
): Promise<OutputOf<O>> {
  const change = changeOf(route, input);
  let answer: OutputOf<O>;
  try {
    answer = await (file ? upload(route, input, file) : call(route, input, options));
  } catch (error) {
    if (isDoubtful(error)) void readAgain({ tags: change.tags });
    throw error;
  }
  onAnswer?.(answer);
  onDone?.();
  await readAgain(change);
  return answer;
}

const newest = new Map<string, Promise<unknown>>();

/**
 * Runs what is done to one thing one after the other, as it was chosen, whether or not the one before succeeded. Two requests on their way
 * at once arrive in either order, and what was chosen first might stay.
 */
export function inOrder<T>(thing: string, act: () => Promise<T>): Promise<T> {
  const done = (newest.get(thing) ?? Promise.resolve()).then(act, act);
  newest.set(thing, done);
  return done;
}

/** What a component does when the answer is there, before what changed is read again. */
interface WriteEvents<I, O> {
  readonly onSuccess?: (answer: O, input: I) => unknown;
  readonly onError?: (error: unknown, input: I) => unknown;
  /** After either of the two. */
  readonly onSettled?: () => unknown;
}

/** A write as a component uses it. */
export interface Write<I, O> {
  /** Resolves with the answer once the page shows what changed; rejects with what went wrong. */
  readonly run: (input: I, options?: WriteOptions) => Promise<O>;
  /** The same where nobody waits for it: what comes of it goes to the events. */
  readonly mutate: (input: I, options?: WriteOptions) => void;
  readonly isPending: boolean;
  /** What was sent last. */
  readonly sent: { readonly input: I; readonly options: WriteOptions | undefined } | undefined;
  readonly error: Error | null;
  readonly reset: () => void;
}

/** A route that writes, for a component. What the route says it changes is read again; nothing has to be named here. */
export function useWrite<I extends Schema, O extends Schema>(
  route: Route<I, O>,
  { onSuccess, onError, onSettled }: WriteEvents<InputOf<I>, OutputOf<O>> = {},
): Write<InputOf<I>, OutputOf<O>> {
  const { mutateAsync, isPending, variables, error, reset } = useMutation({
    mutationFn: ({ input, options }: { input: InputOf<I>; options: WriteOptions | undefined }) =>
      write(route, input, options, (answer) => {
        onSuccess?.(answer, input);
        onSettled?.();
      }),
    onError: (failure, { input }) => {
      onError?.(failure, input);
      onSettled?.();
    },
  });
  const run = useCallback(
    (input: InputOf<I>, options?: WriteOptions) => mutateAsync({ input, options }),
    [mutateAsync],
  );
  const mutate = useCallback(
    (input: InputOf<I>, options?: WriteOptions): void => void run(input, options).catch(() => undefined),
    [run],
  );
  return { run, mutate, isPending, sent: variables, error, reset };
}
