/** The thread that reads a workbook, seen from the server: two at most at a time, each with its own heap and time, and a line of those that wait. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ErrorName, Failure } from '@plumbline/contract/errors';

/** A cell: `null` is empty; a Date holds civil time in its UTC fields, for a workbook knows no zone. */
export type Cell = string | number | boolean | Date | null;
export interface SheetRow {
  /** As the person sees it in the spreadsheet, from 1. */
  readonly line: number;
  readonly cells: readonly Cell[];
}
/** What goes down to the thread, and what comes up. */
export interface SheetWork {
  readonly bytes: Uint8Array;
  readonly maxRows: number;
  readonly maxColumns: number;
  /** The name of the sheet; null = the first. */
  readonly sheet: string | null;
  /** The names of the sheets alone. */
  readonly only?: 'names';
}
export type SheetMessage =
  | { readonly names: readonly string[] }
  | { readonly rows: readonly SheetRow[] }
  | { readonly fault: ErrorName }
  | { readonly end: true };

const max = 2;
/** Beyond it a file is not kept in memory to wait: who brought it is asked to come again. */
const maxWaiting = 8;
const retryAfterSeconds = 20;
const heapMb = 256;
/** The reader has sent nothing for so long: the file keeps it busy without a result. */
const silenceMs = 30_000;

let running = 0;
const waiting: (() => void)[] = [];

/** Rows of a sheet. Throws what the thread found wrong, sheetTooBig where its heap or time ran out, tooMany where too many wait. */
export async function* readWorkbook(work: SheetWork): AsyncGenerator<SheetRow> {
  for await (const message of messagesOf(work)) if ('rows' in message) yield* message.rows;
}

/** The names of the sheets, in order. The same failures. */
export async function sheetsOf(work: Omit<SheetWork, 'only' | 'sheet'>): Promise<readonly string[]> {
  for await (const message of messagesOf({ ...work, sheet: null, only: 'names' }))
    if ('names' in message) return message.names;
  return [];
}

async function* messagesOf({ bytes, maxRows, maxColumns, ...rest }: SheetWork): AsyncGenerator<SheetMessage> {
  if (running < max) running++;
  else if (waiting.length >= maxWaiting) throw new Failure('tooMany', { retryAfterSeconds });
  else await new Promise<void>((next) => waiting.push(next));
  const own = new Uint8Array(bytes);
  const worker = new Worker(new URL('./sheets.worker.ts', import.meta.url), {
    workerData: { bytes: own, maxRows, maxColumns, ...rest } satisfies SheetWork,
    transferList: [own.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    execArgv: [],
    env: {},
  });
  try {
    const messages: SheetMessage[] = [];
    let broken: Error | null = null;
    worker.on('message', (message: SheetMessage) => messages.push(message));
    worker.on('error', (error: Error) => {
      broken = error;
    });
    worker.on('exit', () => {
      broken ??= new Error('ended');
    });
    for (;;) {
      const message = messages.shift();
      if (message === undefined) {
        if (broken) throw new Failure('sheetTooBig');
        await nextMessage(worker);
        continue;
      }
      if ('end' in message) return;
      if ('fault' in message) throw new Failure(message.fault, { maxRows, maxColumns });
      yield message;
      worker.postMessage('more');
    }
  } finally {
    await worker.terminate();
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

async function nextMessage(worker: Worker): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), silenceMs);
  try {
    await Promise.race(['message', 'error', 'exit'].map((event) => once(worker, event, { signal: over.signal })));
  } catch {
    // An error of the thread is kept by its listener; silence is as good as one.
    if (over.signal.aborted) throw new Failure('sheetTooBig');
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
