/**
 * Writes down what passes over links, of devices and feeds that somebody records, whichever process holds the link and
 * whichever serves the page. Invariants: of what is not recorded nothing is looked at; what waits to be written is bounded, and
 * what is let go is counted; a recorder that fails never takes a reading with it.
 */
import { type Frame, frameLimits } from '@plumbline/contract/devices/frames';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Change, Logger } from '../../../../kernel/context.ts';
import type { FrameRow } from '../frames.table.ts';
import { masked, maskedBytes } from './masking.ts';

const writeEveryMs = 300;
const maxWaiting = 2_000;
const maxWaitingBytes = 4 * 1024 * 1024;
const maxRecords = 20;
/** Of the readings of one frame that are shown. */
const maxDecodedBytes = 16_384;

type Channels = NonNullable<Frame['decoded']>[number]['channels'];
export interface FrameNote {
  readonly direction: Frame['direction'];
  readonly link: Frame['link'];
  readonly kind: Frame['kind'];
  readonly topic?: string;
  readonly content?: Uint8Array | string | null;
  readonly error?: string | null;
  readonly detail?: string;
  readonly outcome?: Frame['outcome'];
  readonly decoded?: readonly { readonly source: string; readonly at: number | null; readonly channels: unknown }[];
  readonly measuredAt?: number | null;
  readonly sentAt?: number | null;
  readonly latencyMs?: number | null;
  /** When it passed; the present time unless given. */
  readonly at?: Date;
}

/** Interface of the recorder that links call. A note is made only where somebody records. */
export interface Frames {
  isRecorded(sncode: string): boolean;
  device(sncode: string, note: () => FrameNote): void;
  isFeedRecorded(feedId: number): boolean;
  feed(feedId: number, note: () => FrameNote): void;
}
interface Recorded {
  readonly id: number;
  readonly untilMs: number;
}
/** Source of running recordings, and where frames are written: at the centre its database, at an edge the centre. */
export interface FrameSource {
  running(): Promise<readonly RunningRecording[]>;
  save(rows: readonly FrameRow[]): Promise<void>;
}
export interface RunningRecording {
  readonly deviceId: number | null;
  readonly sncode: string | null;
  readonly feedId: number | null;
  readonly until: Date;
}
interface Parts {
  readonly source: FrameSource;
  readonly clock: Clock;
  readonly log: Logger;
}

export class FrameRecorder implements Frames {
  readonly #parts: Parts;
  #devices = new Map<string, Recorded>();
  #feeds = new Map<number, Recorded>();
  #waiting: FrameRow[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #begun = 0;
  /** The newest read that counts. One that began before it and ends after it knows less. */
  #counting = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads what is recorded; resolves when it, or a later read, counts. What cannot be read now is read with the next change. */
  async load(): Promise<void> {
    const read = ++this.#begun;
    try {
      const rows = await this.#parts.source.running();
      if (read < this.#counting) return;
      this.#counting = read;
      const recorded = rows.map((row) => ({ ...row, untilMs: row.until.getTime() }));
      this.#devices = new Map(
        recorded.flatMap(({ sncode, deviceId, untilMs }) =>
          sncode !== null && deviceId !== null ? [[sncode, { id: deviceId, untilMs }]] : [],
        ),
      );
      this.#feeds = new Map(
        recorded.flatMap(({ feedId, untilMs }) => (feedId === null ? [] : [[feedId, { id: feedId, untilMs }]])),
      );
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'recordings of links could not be read');
    }
  }

  async changed(change: Change | null): Promise<void> {
    const isConcerned =
      change === null ||
      change.kind === 'recording' ||
      (change.kind === 'device' && [...this.#devices.values()].some(({ id }) => id === change.id));
    if (isConcerned) await this.load();
  }

  isRecorded(sncode: string): boolean {
    return this.#devices.size > 0 && this.#isRunning(this.#devices.get(sncode));
  }

  isFeedRecorded(feedId: number): boolean {
    return this.#feeds.size > 0 && this.#isRunning(this.#feeds.get(feedId));
  }

  device(sncode: string, note: () => FrameNote): void {
    if (!this.isRecorded(sncode)) return;
    this.#add({ deviceId: this.#devices.get(sncode)?.id ?? null, feedId: null }, note);
  }

  feed(feedId: number, note: () => FrameNote): void {
    if (this.isFeedRecorded(feedId)) this.#add({ deviceId: null, feedId }, note);
  }

  /** Which of these devices are recorded, and for how long yet. */
  recordedOf(sncodes: ReadonlySet<string>): { deviceId: number; sncode: string; seconds: number }[] {
    const nowMs = this.#parts.clock.now().getTime();
    return [...this.#devices].flatMap(([sncode, { id, untilMs }]) =>
      untilMs > nowMs && sncodes.has(sncode)
        ? [{ deviceId: id, sncode, seconds: Math.ceil((untilMs - nowMs) / 1000) }]
        : [],
    );
  }

  /** A frame that was written down elsewhere, of a link that does not end here. One of a device that is not recorded is let go. */
  received(deviceId: number, at: Date, content: FrameRow['content']): void {
    const recorded = [...this.#devices.values()].find(({ id }) => id === deviceId);
    if (this.#isRunning(recorded)) this.#put(() => ({ deviceId, feedId: null, at, content }));
  }

  /** Everything that was noted is written. */
  async settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#write();
  }

  #isRunning(recorded: Recorded | undefined): boolean {
    return recorded !== undefined && recorded.untilMs > this.#parts.clock.now().getTime();
  }

  #add(target: Pick<FrameRow, 'deviceId' | 'feedId'>, note: () => FrameNote): void {
    this.#put(() => rowOf(target, note(), this.#parts.clock.now()));
  }

  #put(make: () => FrameRow): void {
    if (this.#waiting.length >= maxWaiting || this.#waitingBytes >= maxWaitingBytes) {
      this.#dropped++;
      return;
    }
    try {
      const row = make();
      this.#waiting.push(row);
      this.#waitingBytes += row.content.hex.length;
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a frame could not be written down');
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, writeEveryMs);
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#flush());
    return this.#writing;
  }

  async #flush(): Promise<void> {
    const rows = this.#waiting;
    const last = rows.at(-1);
    if (!last) return;
    if (this.#dropped > 0) rows.push(droppedRow(last, this.#dropped));
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#dropped = 0;
    try {
      await this.#parts.source.save(rows);
    } catch (error) {
      this.#parts.log.warn({ err: error, frames: rows.length }, 'frames of links could not be written');
    }
  }
}

function rowOf(target: Pick<FrameRow, 'deviceId' | 'feedId'>, note: FrameNote, now: Date): FrameRow {
  const bytes = typeof note.content === 'string' ? Buffer.from(note.content) : (note.content ?? new Uint8Array());
  // Masked before it is cut: half a secret is one too.
  const shown = maskedBytes(bytes.subarray(0, frameLimits.bytes * 2)).subarray(0, frameLimits.bytes);
  return {
    ...target,
    at: note.at ?? now,
    content: {
      direction: note.direction,
      link: note.link,
      kind: note.kind,
      topic: plain(masked(note.topic ?? '')).slice(0, 300),
      size: bytes.length,
      hex: Buffer.from(shown).toString('hex'),
      error: note.error ?? null,
      detail: plain(masked(note.detail ?? '')).slice(0, 500),
      outcome: note.outcome ?? null,
      decoded: decodedOf(note.decoded),
      measuredAt: isoOf(note.measuredAt),
      sentAt: isoOf(note.sentAt),
      latencyMs: note.latencyMs ?? null,
    },
  };
}

function decodedOf(decoded: FrameNote['decoded']): Frame['decoded'] {
  if (!decoded || decoded.length === 0) return null;
  const list: NonNullable<Frame['decoded']> = [];
  let bytes = 0;
  for (const { source, at, channels } of decoded.slice(0, maxRecords)) {
    const record = { source: plain(source), at: isoOf(at), channels: readable(channels) };
    bytes += JSON.stringify(record).length;
    if (bytes > maxDecodedBytes) break;
    list.push(record);
  }
  return list;
}

/** Quantities that are numbers, lists of them, or missing; names and numbers as they can be written. */
function readable(channels: unknown): Channels {
  const shown: Channels = {};
  for (const [channel, sample] of Object.entries((channels ?? {}) as object).slice(0, 64)) {
    if (typeof sample !== 'object' || sample === null) continue;
    const quantities: Record<string, number | null | (number | null)[]> = {};
    for (const [quantity, value] of Object.entries(sample as object).slice(0, 32))
      quantities[plain(quantity)] = Array.isArray(value) ? value.slice(0, 200).map(numberOf) : numberOf(value);
    shown[plain(channel)] = quantities;
  }
  return shown;
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
/** PostgreSQL takes neither NUL nor half a surrogate pair. */
const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
const isoOf = (ms: number | null | undefined): string | null =>
  typeof ms === 'number' && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null;

const droppedRow = (last: FrameRow, count: number): FrameRow => ({
  ...last,
  content: {
    direction: 'none',
    link: last.content.link,
    kind: 'dropped',
    topic: '',
    size: 0,
    hex: '',
    error: null,
    detail: String(count),
    outcome: null,
    decoded: null,
    measuredAt: null,
    sentAt: null,
    latencyMs: null,
  },
});
