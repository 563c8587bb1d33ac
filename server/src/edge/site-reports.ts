/**
 * What an edge tells the centre of lines and frames, beside its messages. Invariants: of each device the newest state of its line
 * waits and no more, however long the link is down; frames are written down only while the centre asks for them, and what is
 * let go of them is counted by the recorder.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type EdgeFrame, type EdgeLine, type EdgeSign, edgeLimits } from '@plumbline/contract/telemetry/edges';
import type { FrameRow, FrameSource, RunningRecording } from '../features/devices/frames/frames.port.api.ts';
import type { DialInDiary, DialInNews, UnknownRegistration } from '../features/telemetry/dial-in/dial-in.api.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/context.ts';
import type { Centre, CentreError } from './centre.ts';

const againMs = 1_000;
/** Characters of the frames of one request. */
const batchLength = 2_000_000;

interface Parts {
  readonly centre: Pick<Centre, 'report'>;
  readonly clock: Clock;
  readonly log: Logger;
}

export class SiteReports implements DialInDiary, FrameSource {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  readonly #lines = new Map<number, EdgeLine>();
  readonly #unknown = new Map<string, EdgeSign['unknown'][number]>();
  #recorded: readonly RunningRecording[] = [];
  #sending: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Who dialled in and is none of the devices here, the newest last. */
  get unknownHere(): EdgeSign['unknown'] {
    return [...this.#unknown.values()];
  }

  /** What the centre asks frames of. */
  setRecorded(recorded: readonly { deviceId: number; sncode: string; seconds: number }[]): void {
    const nowMs = this.#parts.clock.now().getTime();
    this.#recorded = recorded.map(({ deviceId, sncode, seconds }) => ({
      deviceId,
      sncode,
      feedId: null,
      until: new Date(nowMs + seconds * 1000),
    }));
  }

  async news(news: readonly DialInNews[]): Promise<void> {
    for (const each of news) this.#addLine(lineOf(each));
    this.#sending ??= this.#sendLines().finally(() => {
      this.#sending = null;
    });
  }

  async unknown(unknown: readonly UnknownRegistration[]): Promise<void> {
    for (const { bytes, register, address, at, times } of unknown) {
      const before = this.#unknown.get(bytes)?.times ?? 0;
      this.#unknown.delete(bytes);
      this.#unknown.set(bytes, { bytes, register, address, at: at.toISOString(), times: before + times });
      const [oldest] = this.#unknown.keys();
      if (this.#unknown.size > edgeLimits.unknown && oldest !== undefined) this.#unknown.delete(oldest);
    }
  }

  running(): Promise<readonly RunningRecording[]> {
    return Promise.resolve(this.#recorded);
  }

  /** Resolves once the centre has them, or does not want them any more: the recorder bounds what waits behind. */
  async save(rows: readonly FrameRow[]): Promise<void> {
    for (const frames of batchesOf(rows)) await this.#send([], frames);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#sending;
  }

  #addLine(line: EdgeLine): void {
    const before = this.#lines.get(line.deviceId);
    this.#lines.set(line.deviceId, {
      ...line,
      round: line.round ?? before?.round ?? null,
      lost: line.lost + (before?.lost ?? 0),
    });
  }

  async #sendLines(): Promise<void> {
    while (this.#lines.size > 0 && !this.#stop.signal.aborted) {
      const lines = [...this.#lines.values()].slice(0, edgeLimits.lines);
      for (const { deviceId } of lines) this.#lines.delete(deviceId);
      if (await this.#trySend(lines, [])) continue;
      for (const line of lines) {
        const newer = this.#lines.get(line.deviceId);
        this.#lines.set(line.deviceId, line);
        if (newer) this.#addLine(newer);
      }
      await this.#rest();
    }
  }

  async #send(lines: readonly EdgeLine[], frames: readonly EdgeFrame[]): Promise<void> {
    while (!this.#stop.signal.aborted && !(await this.#trySend(lines, frames))) await this.#rest();
  }

  /** false = it is to be sent again. */
  async #trySend(lines: readonly EdgeLine[], frames: readonly EdgeFrame[]): Promise<boolean> {
    try {
      await this.#parts.centre.report(lines, frames);
      return true;
    } catch (error) {
      const { message, status } = error as CentreError;
      // What the centre finds wrong it would find wrong again, and everything behind it would wait.
      const isWrong = status === 400 || status === 404 || status === 413;
      if (isWrong) this.#parts.log.warn({ problem: message }, 'the centre does not take what is said of lines');
      return isWrong;
    }
  }

  #rest(): Promise<void> {
    return pause(againMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }
}

const lineOf = ({ connectedAt, endedAt, lastByteAt, ...news }: DialInNews): EdgeLine => ({
  ...news,
  connectedAt: connectedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  lastByteAt: lastByteAt?.toISOString() ?? null,
});

function* batchesOf(rows: readonly FrameRow[]): Generator<EdgeFrame[]> {
  let batch: EdgeFrame[] = [];
  let length = 0;
  for (const { deviceId, at, content } of rows) {
    if (deviceId === null) continue;
    const added = JSON.stringify(content).length;
    if (batch.length > 0 && (batch.length >= edgeLimits.frames || length + added > batchLength)) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push({ deviceId, at: at.toISOString(), content });
    length += added;
  }
  if (batch.length > 0) yield batch;
}
