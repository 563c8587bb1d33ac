/**
 * The road of a reading, and the only file that names all its steps:
 *
 *     decode -> bind -> convert -> store -> judge -> raise
 *
 * The last three share one transaction per batch. `accept` resolves after COMMIT and not before: whoever acknowledges a
 * device waits for it. What arrives while a commit is in flight shares the next one (group commit). The queue is
 * bounded; when it is full, nothing is taken and nothing is acknowledged.
 */
import { Failure } from '@plumbline/contract/errors';
import type pg from 'pg';
import type { DeferredReading } from '../features/gateway/gateway.deferred.table.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db, Logger } from '../kernel/context.ts';
import { asFailure } from '../kernel/failures.ts';
import type { IngestState } from '../kernel/readiness.ts';
import { bindPoints } from './bind.composites.ts';
import { type DecodedRecord, decode, type Refusal, refusal } from './decode.ts';
import type { BoundDevice } from './directory.ts';
import { isMisnamed, namesOf } from './misnamed.ts';
import { openQueue } from './queue.ts';
import type { Outcome, PendingReading, StoredReading, UnboundSample } from './row.ts';
import { storeBatch } from './store.ts';

export interface Pipeline {
  /**
   * Takes a message of a device. Resolves once everything good in it is durable; what was not good is in `refused`.
   * Throws `busy` when the queue is full, `storageFull` while the disk is, and `malformedReading` when the database refuses
   * what it holds: nothing of the message was stored.
   */
  accept(
    device: BoundDevice,
    text: string,
  ): Promise<Outcome & { voltage: number | null; signal: number | null; latestAt: number | null }>;
  readonly queued: number;
  state(): IngestState;
  /** Waits for what was taken. */
  close(): Promise<void>;
}

/** Rows, and bytes of messages, that may wait for a commit, in all; beyond it devices are told to come back. */
const queueLimits = { rows: 200_000, bytes: 64 * 1024 * 1024 };
/** Rows of one transaction: past this a bigger batch gains nothing and only delays its acknowledgements. */
const batchRows = 4_000;

/** Data exception or constraint violation: something in the batch is wrong, not the database. */
const isAboutData = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '');

interface Counts {
  stored: number;
  unchanged: number;
  overwritten: number;
  deferred: number;
}
interface Job {
  readonly bytes: number;
  readonly since: number;
  readonly rows: readonly PendingReading[];
  readonly unbound: readonly UnboundSample[];
  readonly deferred: readonly DeferredReading[];
  readonly resolve: (results: Counts) => void;
  readonly reject: (error: unknown) => void;
}

/** What an entrance of readings is made of. */
export interface PipelineParts {
  readonly pool: pg.Pool;
  /** Where settings are read, again too where they changed while a reading was on its way. */
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told after COMMIT what is new; must not throw or wait. */
  readonly onStored: (stored: readonly StoredReading[]) => void;
  /** True while nothing is taken because the disk has no room left to store it. */
  readonly isDiskFull?: (() => boolean) | undefined;
}

/** The samples of a record that cannot be stored yet; none where the channel has no storable name. */
const deferredOf = (
  device: BoundDevice,
  { at, channels }: Pick<DecodedRecord, 'at' | 'channels'>,
  receivedAt: number,
  reason: DeferredReading['reason'] = 'readingInFuture',
): DeferredReading[] =>
  channels
    .filter(([channel]) => channel.length <= 32 && channel.isWellFormed() && !channel.includes('\0'))
    .map(([channel, sample]) => ({
      deviceId: device.id,
      channel,
      at,
      receivedAt,
      reason,
      raw: JSON.stringify(sample),
    }));

export function openPipeline({ pool, db, clock, log, onStored, isDiskFull }: PipelineParts): Pipeline {
  const queue = openQueue<Job>();
  const waiting = { rows: 0, bytes: 0 };
  let failure: { name: string; at: number } | null = null;
  /** Since when the oldest of the batch that is being stored waits. */
  let oldestOfBatch: number | null = null;
  let running: Promise<void> | null = null;
  let closed = false;

  async function storeJobs(jobs: readonly Job[]): Promise<void> {
    try {
      const { results, stored } = await storeBatch(
        pool,
        clock,
        jobs.flatMap((job) => job.rows),
        jobs.flatMap((job) => job.unbound),
        (ids) => bindPoints(db, ids, log),
        jobs.flatMap((job) => job.deferred),
      );
      let next = 0;
      for (const job of jobs) {
        const counts: Counts = { stored: 0, unchanged: 0, overwritten: 0, deferred: job.deferred.length };
        for (let i = 0; i < job.rows.length; i++) counts[results[next++]!]++;
        job.resolve(counts);
      }
      failure = null;
      onStored(stored);
    } catch (error) {
      if (jobs.length > 1 && isAboutData(error)) {
        // One message that the database will not take must not cost the others theirs.
        const half = jobs.length >> 1;
        await storeJobs(jobs.slice(0, half));
        return storeJobs(jobs.slice(half));
      }
      const code = (error as { code?: string }).code ?? '';
      // A data exception stays one however often the message comes: it is answered as malformed, not asked for again.
      if (code.startsWith('22'))
        return jobs[0]!.reject(new Failure('malformedReading', { reason: 'cannot be stored', code }));
      failure = { name: asFailure(error)?.name ?? 'unknown', at: performance.now() };
      log.error(
        { err: error, messages: jobs.length },
        'a batch of readings could not be stored; nothing of it is acknowledged',
      );
      for (const job of jobs) job.reject(error);
    }
  }

  async function run() {
    while (queue.size > 0) {
      const jobs: Job[] = [];
      let rows = 0;
      // One message of each device in turn: a device that sends more than is stored waits for itself.
      for (let next = queue.peek(); next && (jobs.length === 0 || rows + next.rows.length <= batchRows); ) {
        queue.take();
        rows += next.rows.length + next.unbound.length + next.deferred.length;
        jobs.push(next);
        next = queue.peek();
      }
      oldestOfBatch = Math.min(...jobs.map((job) => job.since));
      await storeJobs(jobs);
      oldestOfBatch = null;
      waiting.rows -= rows;
      waiting.bytes -= jobs.reduce((sum, job) => sum + job.bytes, 0);
    }
    running = null;
  }

  return {
    get queued() {
      return waiting.rows;
    },
    state() {
      const now = performance.now();
      const since = Math.min(oldestOfBatch ?? now, ...queue.heads().map((job) => job.since));
      return {
        oldestSeconds: Math.max(0, now - since) / 1000,
        failure: failure && { name: failure.name, secondsAgo: (now - failure.at) / 1000 },
      };
    },
    async accept(device, text) {
      if (isDiskFull?.()) {
        failure = { name: 'storageFull', at: performance.now() };
        throw new Failure('storageFull');
      }
      if (closed || waiting.bytes + text.length > queueLimits.bytes) throw new Failure('busy');
      const receivedAt = clock.now().getTime();
      const { records, ahead, refused: unread } = decode(text, receivedAt);
      const refused: Refusal[] = [...unread];
      const rows: PendingReading[] = [];
      const unbound: UnboundSample[] = [];
      const warnings: Refusal[] = [];
      let empty = 0;
      const deferred = ahead.flatMap((record) => deferredOf(device, record, receivedAt));
      let voltage: number | null = null;
      let signal: number | null = null;
      let latestAt: number | null = null;
      for (const record of records) {
        voltage = record.voltage ?? voltage;
        signal = record.signal ?? signal;
        for (const [channel, sample] of record.channels) {
          const point = device.points.get(channel);
          if (point) {
            const values = point.convert(sample);
            rows.push({
              point,
              at: record.at,
              receivedAt,
              values,
              raw: JSON.stringify(sample),
              deviceId: device.id,
            });
            // A camera has no values at all.
            const isEmpty = values.length > 0 && values.every((value) => value === null);
            if (isEmpty) empty++;
            if (isEmpty || isMisnamed(sample, values, point.quantities))
              warnings.push(refusal('readingEmpty', namesOf(sample, point.quantities), record.index, channel));
          } else if (device.channels.has(channel))
            unbound.push({ deviceId: device.id, channel, at: record.at, receivedAt, raw: JSON.stringify(sample) });
          else {
            refused.push(
              refusal(
                'readingChannelUnknown',
                { known: [...device.channels].slice(0, 20) },
                record.index,
                channel.slice(0, 32),
              ),
            );
            const unknown = { ...record, channels: [[channel, sample]] as const };
            deferred.push(...deferredOf(device, unknown, receivedAt, 'readingChannelUnknown'));
            continue;
          }
          if (latestAt === null || record.at > latestAt) latestAt = record.at;
        }
      }
      const acceptedCount = rows.length + unbound.length + deferred.length;
      const rest = { unbound: unbound.length, empty, refused, warnings, voltage, signal, latestAt };
      if (acceptedCount === 0) return { stored: 0, unchanged: 0, overwritten: 0, deferred: 0, ...rest };
      if (waiting.rows + acceptedCount > queueLimits.rows) throw new Failure('busy');
      waiting.rows += acceptedCount;
      waiting.bytes += text.length;
      const counts = await new Promise<Counts>((resolve, reject) => {
        const since = performance.now();
        queue.add(device.id, { rows, unbound, deferred, bytes: text.length, since, resolve, reject });
        // The next turn of the loop: what else the sockets hold now joins the same batch.
        running ??= new Promise<void>((go) => setImmediate(go)).then(run);
      });
      return { ...counts, ...rest };
    },
    async close() {
      closed = true;
      await running;
    },
  };
}
