/**
 * A thread for calculations that would keep the process from answering: pure functions by name, one call after the
 * other. It begins with the first call and ends after a while without one. Invariant: what a call throws, its caller
 * gets; a thread that breaks fails the calls that wait for it, and the next call begins another.
 */
import { Worker } from 'node:worker_threads';
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';

/** Functions of one input each; inputs and results are copied from thread to thread. */
export type Calculations = Readonly<Record<string, (input: never) => unknown>>;

export interface CalculationCall {
  readonly number: number;
  readonly name: string;
  readonly input: unknown;
}
export type CalculationAnswer = { readonly number: number } & (
  | { readonly result: unknown }
  | { readonly failure: ErrorName; readonly detail: unknown }
  | { readonly error: string }
);

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

const idleMs = 60_000;
const heapMb = 512;

export class CalculatingThread<C extends Calculations> {
  readonly #file: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #calls = 0;

  /** `file` = a module that passes its functions to `answerCalls`. */
  constructor(file: URL) {
    this.#file = file;
  }

  /** Throws what the function throws. */
  run<K extends keyof C & string>(name: K, input: Parameters<C[K]>[0]): Promise<ReturnType<C[K]>> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const number = this.#calls++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      // A process does not end over a result that somebody waits for.
      worker.ref();
      worker.postMessage({ number, name, input } satisfies CalculationCall);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      execArgv: [],
      env: {},
    });
    worker.on('message', (answer: CalculationAnswer) => this.#take(worker, answer));
    worker.on('error', (error: Error) => this.#break(worker, error));
    worker.on('exit', () => this.#break(worker, new Error('the thread ended')));
    return worker;
  }

  #take(worker: Worker, answer: CalculationAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#rest(worker);
    if ('result' in answer) waiting?.resolve(answer.result as never);
    else waiting?.reject('failure' in answer ? new Failure(answer.failure, answer.detail) : new Error(answer.error));
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => {
      if (this.#worker === worker) this.#worker = null;
      void worker.terminate();
    }, idleMs).unref();
  }

  #break(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
