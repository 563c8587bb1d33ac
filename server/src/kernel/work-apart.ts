/**
 * One piece of heavy work in a process of its own: it says how far it is, and ends when its task is stopped. Invariant: whatever
 * becomes of it (its heap is bounded, what decodes pictures is native code), the server goes on, and it is gone afterwards.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';

export type ApartNote =
  | { readonly done: number; readonly total: number }
  | { readonly result: unknown }
  | { readonly failure: ErrorName; readonly detail: unknown }
  | { readonly error: string };

const heapMb = 1024;

export interface Watching {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** Throws the Failure that the work threw, an Error where the process broke, the reason of the signal where it was stopped. */
export async function workApart<T>(file: URL, input: unknown, { signal, progress }: Watching): Promise<T> {
  signal.throwIfAborted();
  const child = fork(fileURLToPath(file), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await answerOf<T>(child, input, progress);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

const answerOf = <T>(child: ChildProcess, input: unknown, progress: Watching['progress']): Promise<T> =>
  new Promise((resolve, reject) => {
    child.on('message', (note: ApartNote) => {
      if ('done' in note) progress(note.done, note.total);
      else if ('result' in note) resolve(note.result as T);
      else reject('failure' in note ? new Failure(note.failure, note.detail ?? undefined) : new Error(note.error));
    });
    child.once('error', reject);
    child.once('exit', (code, by) => reject(new Error(`the work ended by itself: ${code ?? by}`)));
    child.send({ input }, (error) => error && reject(error));
  });
