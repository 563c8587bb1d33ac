/**
 * The thread that reads a workbook, seen from the server: two at most at a time and one for each person, each with its own
 * heap and time, and a line of those that wait. Nobody's own files keep those of others waiting.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';

/** A cell: `null` is empty; a Date holds civil time in its UTC fields, for a workbook knows no zone. */
export type Cell = string | number | boolean | Date | null;
export interface SheetRow {
  /** As the person sees it in the spreadsheet, from 1. */
  readonly line: number;
  readonly cells: readonly Cell[];
}
/** Messages to the thread, and its answers. */
export interface SheetWork {
  readonly bytes: Uint8Array;
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Cells of all rows together, empty ones among them. */
  readonly maxCells: number;
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
/** Beyond these a file is not kept in memory to wait: who brought it is asked to come again. */
const maxWaiting = 8;
const maxWaitingOfOne = 2;
const retryAfterSeconds = 20;
const heapMb = 256;
/** The reader has sent nothing for so long: the file keeps it busy without a result. */
const silenceMs = 30_000;

/** The account that brought a file; null = nobody's, such as one that a task reads. */
export type Owner = number | null;
const running: Owner[] = [];
let waiting: { readonly owner: Owner; readonly start: () => void }[] = [];

const mayRun = (owner: Owner): boolean => running.length < max && (owner === null || !running.includes(owner));

/** Resolves when it is this one's turn. Throws tooMany where too many wait, of all or of one person. */
function takeTurn(owner: Owner): Promise<void> {
  if (mayRun(owner)) {
    running.push(owner);
    return Promise.resolve();
  }
  const own = owner === null ? 0 : waiting.filter((each) => each.owner === owner).length;
  if (waiting.length >= maxWaiting || own >= maxWaitingOfOne) throw new Failure('tooMany', { retryAfterSeconds });
  return new Promise((start) => waiting.push({ owner, start }));
}

function endTurn(owner: Owner): void {
  running.splice(running.indexOf(owner), 1);
  for (const next of waiting) {
    if (!mayRun(next.owner)) continue;
    waiting = waiting.filter((each) => each !== next);
    running.push(next.owner);
    next.start();
  }
}

/** Rows of a sheet. Throws what the thread found wrong, sheetTooBig where its heap or time ran out, tooMany where too many wait. */
export async function* readWorkbook(work: SheetWork, owner: Owner): AsyncGenerator<SheetRow> {
  for await (const message of messagesOf(work, owner)) if ('rows' in message) yield* message.rows;
}

/** The names of the sheets, in order. The same failures. */
export async function sheetsOf(work: Omit<SheetWork, 'only' | 'sheet'>, owner: Owner): Promise<readonly string[]> {
  for await (const message of messagesOf({ ...work, sheet: null, only: 'names' }, owner))
    if ('names' in message) return message.names;
  return [];
}

async function* messagesOf({ bytes, ...work }: SheetWork, owner: Owner): AsyncGenerator<SheetMessage> {
  const { maxRows, maxColumns, maxCells } = work;
  await takeTurn(owner);
  const own = new Uint8Array(bytes);
  const worker = new Worker(new URL('./sheets.worker.ts', import.meta.url), {
    workerData: { bytes: own, ...work } satisfies SheetWork,
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
      if ('fault' in message)
        throw new Failure(message.fault, message.fault === 'sheetTooBig' ? { maxCells } : { maxRows, maxColumns });
      yield message;
      worker.postMessage('more');
    }
  } finally {
    await worker.terminate();
    endTurn(owner);
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
