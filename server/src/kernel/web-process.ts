/**
 * The process that serves the pages, as the one that takes readings keeps it: begun, watched, begun again when it ends or
 * stands still. Invariant: whatever becomes of it, nothing here waits for it but the start and the stop of the
 * installation.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './context.ts';
import { PageSender } from './page-relay.ts';
import type { Figures, FromWeb, PagesSettings, ToWeb } from './web-process.messages.ts';

const pingMs = 5_000;
/** After so long without an answer pages count as away. */
const awayMs = 30_000;
/** After so long it is ended: no request takes that long, and whoever waits is served by the next one. */
const stalledMs = 120_000;
const figuresMs = 1_000;
/** Pauses before it is begun again, by how often it ended soon after its beginning. */
const pausesMs = [0, 1_000, 2_000, 5_000, 10_000, 30_000] as const;
const soonMs = 60_000;
const closeMs = 8_000;

interface Parts {
  /** The program of the process. */
  readonly program: string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly print: (line: string) => void;
}

type Opening = Omit<PagesSettings, 'socketPath'>;

export class WebProcess {
  readonly #parts: Parts;
  /** Of the sockets that it listens on; null until it is opened. */
  #folder: string | null = null;
  readonly sender = new PageSender();
  #child: ChildProcess | null = null;
  #opening: Opening | null = null;
  /** Where it listens; null until it does. */
  #socketPath: string | null = null;
  #count = 0;
  #endedSoon = 0;
  #answeredAtMs = 0;
  #isClosing = false;
  #timer: NodeJS.Timeout | null = null;
  #restart: NodeJS.Timeout | null = null;
  readonly #waiting = new Map<number, (figures: Figures) => void>();
  #figureId = 0;

  /** Begins to load its program at once; `open` says what it is to serve. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.#child = this.#begin();
  }

  /** Where pages are served; null = nowhere for the moment. */
  readonly pages = (): string | null => this.#socketPath;

  /** Whether pages are served, or were a moment ago. */
  get isAway(): boolean {
    return this.#socketPath === null || performance.now() - this.#answeredAtMs > awayMs;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when pages are served. Rejects with what kept the process from it. */
  async open(opening: Opening): Promise<void> {
    this.#opening = opening;
    this.#folder = mkdtempSync(join(tmpdir(), 'plumbline-'));
    await this.#serve(this.#child ?? this.#begin());
    this.#timer = setInterval(() => this.#watch(), pingMs);
    this.#timer.unref();
  }

  /** What it counts; empty where it does not answer in time. */
  figures(): Promise<Figures> {
    const child = this.#child;
    if (!child || this.#socketPath === null) return Promise.resolve([]);
    const id = ++this.#figureId;
    return new Promise((resolve) => {
      const done = (figures: Figures) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(figures);
      };
      const timer = setTimeout(() => done([]), figuresMs);
      this.#waiting.set(id, done);
      send(child, { kind: 'figures', id });
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#timer) clearInterval(this.#timer);
    if (this.#restart) clearTimeout(this.#restart);
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      send(child, { kind: 'close' });
      await Promise.race([ended, wait(closeMs, undefined, { ref: false }).then(() => child.kill('SIGKILL'))]);
    }
    this.sender.disconnect();
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
  }

  #begin(): ChildProcess {
    const child = fork(this.#parts.program, { serialization: 'advanced', stdio: 'inherit', execArgv: ['--expose-gc'] });
    child.on('error', (error) => this.#parts.log.error({ err: error }, 'the process of pages could not be reached'));
    return child;
  }

  /** Has a process serve pages, and begins another one whenever it ends. */
  async #serve(child: ChildProcess): Promise<void> {
    const opening = this.#opening;
    if (!opening) throw new Error('the process of pages was not told what to serve');
    const begunMs = performance.now();
    const socketPath = join(this.#folder ?? tmpdir(), `pages-${++this.#count}`);
    this.#child = child;
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#socketPath = null;
      this.sender.disconnect();
      rmSync(socketPath, { force: true });
      if (this.#isClosing || this.#timer === null) return;
      this.#endedSoon = performance.now() - begunMs < soonMs ? this.#endedSoon + 1 : 0;
      this.#parts.log.error({ code, signal }, 'the process of pages ended; it is begun again');
      const pause = pausesMs[Math.min(this.#endedSoon, pausesMs.length - 1)];
      this.#restart = setTimeout(() => {
        this.#serve(this.#begin()).catch((error) =>
          this.#parts.log.error({ err: error }, 'the process of pages could not serve'),
        );
      }, pause);
    });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the process of pages ended')));
      child.on('message', (message: FromWeb) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'failed') reject(new Error(message.message));
        else this.#receive(message);
      });
      send(child, { kind: 'open', settings: { ...opening, socketPath } });
    });
    this.#answeredAtMs = performance.now();
    this.#socketPath = socketPath;
    this.sender.connect((message) => send(child, { kind: 'pages', message }));
  }

  #receive(message: Exclude<FromWeb, { kind: 'ready' | 'failed' }>): void {
    if (message.kind === 'pong') this.#answeredAtMs = performance.now();
    else if (message.kind === 'pages') this.sender.receive(message.message);
    else if (message.kind === 'print') this.#parts.print(message.line);
    else this.#waiting.get(message.id)?.(message.figures);
  }

  /** Asks whether it still answers, and ends it where it has not for long. */
  #watch(): void {
    const child = this.#child;
    if (!child || this.#socketPath === null) return;
    if (performance.now() - this.#answeredAtMs > stalledMs) {
      this.#parts.log.error({ seconds: stalledMs / 1000 }, 'the process of pages stands still; it is ended');
      child.kill('SIGKILL');
    } else send(child, { kind: 'ping' });
  }
}

function send(child: ChildProcess, message: ToWeb): void {
  // A process that has just ended says so by its end.
  if (child.connected) child.send(message, () => undefined);
}
