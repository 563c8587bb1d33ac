/**
 * The road of a reading, and the only file that names all its steps:
 *
 *     decode -> bind -> convert -> [ lock -> check quality -> store -> judge -> apply verdicts -> advance states
 *       -> composites follow ] COMMIT
 *
 * The steps in brackets share one transaction per batch (group-commit.ts). `accept` resolves after COMMIT and not before:
 * whoever acknowledges a device waits for it.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type pg from 'pg';
import { saveIdleSamples } from '../features/devices/devices/devices.channels.api.ts';
import * as readings from '../features/platform/store/store.ingest.table.ts';
import { pointsFedBy } from '../features/points/bindings/bindings.plans.api.ts';
import { type DeferredReading, hold, keyOf } from '../features/telemetry/gateway/gateway.deferred.table.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db, Logger } from '../kernel/context.ts';
import { asFailure } from '../kernel/failures.ts';
import type { IngestState } from '../kernel/readiness.ts';
import { transact } from '../kernel/transact.ts';
import { applyVerdicts, judgeRows } from './alerts.ts';
import { bindPoints } from './bind.composites.ts';
import { followComposites, type Ingested } from './composites.ts';
import type { BoundDevice } from './directory.ts';
import { GroupCommit } from './group-commit.ts';
import { queueLate } from './late.ts';
import { type Message, readMessage } from './message.ts';
import { queuePushed } from './pushed.ts';
import { checkQuality } from './quality.ts';
import { asReading, byTime, type PendingReading, type Round, type StoredReading, type UnboundSample } from './row.ts';
import { convertAgain, convertFed, mixedPlans, type Rebind, StaleChannels, StalePlans } from './stale-plans.ts';
import { advanceStates, lockStates } from './states.ts';
import { roundsOf } from './versions.ts';
import { queueConditions } from './watched.ts';

/** Outcome of a message. */
export interface Outcome extends Counts, Pick<Message, 'empty' | 'refused' | 'warnings'> {
  readonly unbound: number;
  /** What the device says of itself, and the newest time of what was taken. */
  readonly voltage: number | null;
  readonly signal: number | null;
  readonly latestAt: number | null;
}
interface Counts {
  readonly stored: number;
  readonly unchanged: number;
  readonly overwritten: number;
  /** Refused for now and kept: offered again when the clock or the channels have caught up. */
  readonly deferred: number;
}
/** What became of a message, and whether some of it was ahead of the clock and found no room. */
interface Committed extends Counts {
  readonly exceedsLimit: boolean;
}

export interface Pipeline {
  /**
   * Takes a message of a device. Resolves once everything good in it is durable; what was not good is in `refused`.
   * Throws `busy` when the queue is full, `storageFull` while the disk is, and `malformedReading` when the database refuses
   * what it holds: nothing of the message was stored. Throws `deferralFull` where readings ahead of the clock find no room any more:
   * what was good is stored, and the device is to keep the message and send it again.
   */
  accept(device: BoundDevice, text: string): Promise<Outcome>;
  readonly queued: number;
  state(): IngestState;
  /** Waits for what was taken. */
  close(): Promise<void>;
}

/** Parts of an entrance of readings. */
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

/**
 * Rows, and bytes of messages, that may wait for a commit, in all; beyond it devices are told to come back. Past so many
 * rows of one transaction a bigger batch gains nothing and only delays its acknowledgements.
 */
const limits = { rows: 200_000, bytes: 64 * 1024 * 1024, rowsOfCommit: 4_000 };

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

export const openPipeline = (parts: PipelineParts): Pipeline => new GatewayPipeline(parts);

class GatewayPipeline implements Pipeline {
  readonly #parts: PipelineParts;
  readonly #commits = new GroupCommit<Message, Committed>({
    limits,
    commit: (messages) => this.#commit(messages),
    // Data exception or constraint violation: something in the batch is wrong, not the database.
    isAboutEntry: (error) => /^2[23]/.test(codeOf(error)),
    failed: (error, messages) => this.#failed(error, messages),
  });
  #failure: { readonly name: string; readonly at: number } | null = null;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  async accept(device: BoundDevice, text: string): Promise<Outcome> {
    if (this.#parts.isDiskFull?.()) {
      this.#failure = { name: 'storageFull', at: performance.now() };
      throw new Failure('storageFull');
    }
    if (!this.#commits.hasCapacity({ rows: 0, bytes: text.length })) throw new Failure('busy');
    const message = readMessage(device, text, this.#parts.clock.now().getTime());
    const { unbound, empty, refused, warnings, voltage, signal, latestAt } = message;
    const rows = message.rows.length + unbound.length + message.deferred.length;
    const weight = { turn: device.id, rows, bytes: text.length };
    const { exceedsLimit, ...counts } =
      rows === 0 ? countsOf(message, [], none) : await this.#commits.add(message, weight);
    if (exceedsLimit) throw new Failure('deferralFull');
    return { ...counts, unbound: unbound.length, empty, refused, warnings, voltage, signal, latestAt };
  }

  get queued(): number {
    return this.#commits.rows;
  }

  state(): IngestState {
    const now = performance.now();
    const failure = this.#failure;
    return {
      oldestSeconds: Math.max(0, now - (this.#commits.oldestSince ?? now)) / 1000,
      failure: failure && { name: failure.name, secondsAgo: (now - failure.at) / 1000 },
    };
  }

  close(): Promise<void> {
    return this.#commits.close();
  }

  async #commit(messages: readonly Message[]): Promise<Committed[]> {
    const { pool, clock, db, log, onStored } = this.#parts;
    const batch = {
      rows: messages.flatMap((message) => message.rows),
      unbound: messages.flatMap((message) => message.unbound),
      deferred: messages.flatMap((message) => message.deferred),
    };
    const { results, stored, deferred } = await ingestBatch(pool, clock, batch, (ids) => bindPoints(db, ids, log));
    this.#failure = null;
    onStored(stored);
    let next = 0;
    return messages.map((message) => {
      const own = results.slice(next, next + message.rows.length);
      next += own.length;
      return countsOf(message, own, deferred);
    });
  }

  #failed(error: unknown, messages: readonly Message[]): unknown {
    const code = codeOf(error);
    // A data exception stays one however often the message comes: it is answered as malformed, not asked for again.
    if (code.startsWith('22')) return new Failure('malformedReading', { reason: 'cannot be stored', code });
    this.#failure = { name: asFailure(error)?.name ?? 'unknown', at: performance.now() };
    this.#parts.log.error(
      { err: error, messages: messages.length },
      'a batch of readings could not be stored; nothing of it is acknowledged',
    );
    return error;
  }
}

function countsOf(
  { deferred }: Message,
  results: readonly readings.WriteResult[],
  deferredKeys: ReadonlySet<string>,
): Committed {
  const lacking = deferred.filter((each) => !deferredKeys.has(keyOf(each)));
  const exceedsLimit = lacking.some(({ reason }) => reason === 'readingInFuture');
  const counts = { stored: 0, unchanged: 0, overwritten: 0, deferred: deferred.length - lacking.length, exceedsLimit };
  for (const result of results) counts[result]++;
  return counts;
}

/** Readings that are stored together: in one transaction. */
export interface Batch {
  readonly rows: readonly PendingReading[];
  readonly unbound?: readonly UnboundSample[];
  readonly deferred?: readonly DeferredReading[];
}
/** The result of each row, in order, and what pages are sent of it. */
export interface BatchResult {
  readonly results: readonly readings.WriteResult[];
  readonly stored: readonly StoredReading[];
  /** Keys of what is deferred now. */
  readonly deferred: ReadonlySet<string>;
}

/**
 * Stores a batch in a transaction of its own. With `rebind`, rows that were converted by settings which have changed since
 * are converted again, under the lock of their point, and samples of channels that feed a point by now become readings of
 * it: their results come after those of the rows.
 */
export async function ingestBatch(pool: pg.Pool, clock: Clock, batch: Batch, rebind?: Rebind): Promise<BatchResult> {
  let mode: readings.InsertMode = 'copy';
  let { rows, unbound = [] } = batch;
  let checksChannels = rebind !== undefined;
  const mixed = rebind ? mixedPlans(rows) : new Set<number>();
  if (rebind && mixed.size > 0) rows = await convertAgain(rows, mixed, rebind);
  for (;;) {
    try {
      const [tried, how] = [
        { ...batch, rows, unbound },
        { checksPlans: rebind !== undefined, checksChannels, mode },
      ];
      return await transact(pool, (client) => ingest(client, clock, tried, how));
    } catch (error) {
      if (error instanceof readings.DuplicateKey) mode = 'merge';
      else if (error instanceof StalePlans && rebind) rows = await convertAgain(rows, error.pointIds, rebind);
      else if (error instanceof StaleChannels && rebind) {
        const before = unbound.length;
        ({ rows, unbound } = await convertFed({ rows, unbound }, error.fed, rebind));
        // Those whose point cannot be bound stay what they are: asking again would find the same.
        checksChannels = unbound.length < before;
      } else throw error;
    }
  }
}

/** The same inside of a transaction of the caller's. */
export async function ingest(
  client: pg.PoolClient,
  clock: Clock,
  { rows, unbound = [], deferred = [] }: Batch,
  { checksChannels = false, ...how }: Pick<Round, 'checksPlans' | 'mode'> & { readonly checksChannels?: boolean } = {
    checksPlans: false,
    mode: 'copyWithSavepoint',
  },
): Promise<BatchResult> {
  const nowMs = clock.now().getTime();
  const deferredKeys = deferred.length > 0 ? await hold(client, deferred) : none;
  if (unbound.length > 0) {
    const newest = newestOf(unbound);
    await saveIdleSamples(client, newest);
    // A process that was not told yet of a new binding has its samples for nobody's; whoever bound it was answered already.
    const fed = checksChannels ? await pointsFedBy(client, newest) : [];
    if (fed.length > 0) throw new StaleChannels(fed);
  }
  const { rounds, passedOver } = roundsOf(rows);
  const results = rows.map((_, place): readings.WriteResult => passedOver.get(place) ?? 'stored');
  const stored: StoredReading[] = [];
  for (const [number, places] of rounds.entries()) {
    const own = places.map((place) => elementAt(rows, place));
    const latest = await lockStates(client, own, how.checksPlans);
    const round: Round = { ...how, client, nowMs, latest, mode: number === 0 ? how.mode : 'merge' };
    const ingested = await ingestRound(round, own);
    const followed = await followComposites(round, ingested.fresh, ingestRound);
    for (const [i, place] of places.entries()) results[place] = elementAt(ingested.results, i);
    stored.push(...ingested.stored, ...followed);
  }
  return { results, stored, deferred: deferredKeys };
}

/** Nothing was there before, as nearly always. */
const none: ReadonlySet<never> = new Set();

/** The steps of rows whose points are locked: each time of a point once, of points that do not follow from each other. */
async function ingestRound(round: Round, rows: readonly PendingReading[]): Promise<Ingested> {
  const checked = await checkQuality(round, rows);
  const results = await readings.insert(round.client, checked.map(asReading), round.latest, round.nowMs, round.mode);
  const fresh = checked.filter((_, i) => results[i] !== 'unchanged').sort(byTime);
  if (fresh.length === 0) return { results, fresh, stored: [] };
  const judged = await judgeRows(round, fresh);
  await applyVerdicts(round, judged);
  await queueLate(round, fresh);
  const isAgain = (i: number) => results[i] === 'overwritten';
  const overwritten = results.includes('overwritten') ? new Set(checked.filter((_, i) => isAgain(i))) : none;
  const stored = await advanceStates(round, fresh, { levels: judged.levels, overwritten });
  await queueConditions(round, fresh);
  await queuePushed(round, fresh);
  return { results, fresh, stored };
}

function newestOf(unbound: readonly UnboundSample[]): UnboundSample[] {
  const newest = new Map<string, UnboundSample>();
  for (const sample of unbound) {
    const key = `${sample.deviceId}/${sample.channel}`;
    const known = newest.get(key);
    if (!known || known.at <= sample.at) newest.set(key, sample);
  }
  return [...newest.values()];
}
