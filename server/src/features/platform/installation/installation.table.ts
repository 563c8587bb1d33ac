/** Signs of life, by the clock of the database, so that processes need not agree about the time; and how large what is stored is. */
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import type { ProcessRole, storeNames } from '@plumbline/contract/platform/installation';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import type { ProcessFacts } from '../../../kernel/tables.installation.ts';

/** A process that has given no sign for so long is silent: four beats. */
export const silentSeconds = 60;
/** What was silent for so long is forgotten. */
const forgottenHours = 24;

export interface ProcessRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly roles: readonly ProcessRole[];
  readonly version: string;
  readonly node: string;
  readonly startedAt: Date;
  readonly facts: ProcessFacts;
  /** Since its last sign of life. */
  readonly silentFor: number;
}
type Sign = Omit<ProcessRow, 'silentFor'>;

export async function beat(db: Db, sign: Sign): Promise<void> {
  const { id, host, pid, roles, version, node, startedAt, facts } = sign;
  await sql`INSERT INTO process_sign (id, host, pid, roles, version, node, started_at, beat_at, facts)
    VALUES (${id}::uuid, ${host}, ${pid}, ${[...roles]}::text[], ${version}, ${node}, ${startedAt}, clock_timestamp(),
      ${JSON.stringify(facts)}::jsonb)
    ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at, facts = excluded.facts`.execute(db);
  await sql`DELETE FROM process_sign WHERE beat_at < clock_timestamp() - make_interval(hours => ${forgottenHours})`.execute(
    db,
  );
}

/** Held readings that are ahead of the clock by more than what is taken, counted up to a bound. */
export async function readingsAhead(db: Db, now: Date): Promise<{ devices: number; readings: number }> {
  const { rows } = await sqlRows({ devices: 'number', readings: 'number' })`
    SELECT count(DISTINCT device_id)::int AS devices, count(*)::int AS readings FROM (
      SELECT device_id FROM deferred_reading
      WHERE at > ${now}::timestamptz + make_interval(secs => ${gatewayLimits.futureToleranceSeconds}) LIMIT 200000) h`.execute(
    db,
  );
  return rows[0] ?? { devices: 0, readings: 0 };
}

export async function end(db: Db, id: string): Promise<void> {
  await db.deleteFrom('process_sign').where('id', '=', id).execute();
}

export async function processes(db: Db): Promise<ProcessRow[]> {
  const rows = await db
    .selectFrom('process_sign')
    .selectAll()
    .select(sql<number>`greatest(0, extract(epoch FROM clock_timestamp() - beat_at))::int`.as('silent_for'))
    .orderBy('host')
    .orderBy('started_at')
    .limit(200)
    .execute();
  return rows.map(({ started_at, silent_for, beat_at: _, ...row }) => ({
    ...row,
    startedAt: started_at,
    silentFor: silent_for,
  }));
}

export interface StoreSize {
  readonly store: (typeof storeNames)[number];
  readonly bytes: number | null;
  readonly entries: number | null;
}

/** How large each kind of stored thing is. Entries of the database are estimates of its planner; files are counted. */
export async function stores(db: Db): Promise<StoreSize[]> {
  const { rows } = await sqlRows({ store: typed<StoreSize['store']>(), bytes: 'number', entries: 'number?' })`
    SELECT store, sum(pg_total_relation_size(oid))::float8 AS bytes,
      CASE WHEN store = 'rest' THEN NULL ELSE sum(greatest(reltuples, 0))::float8 END AS entries
    FROM (SELECT oid, reltuples, CASE
        WHEN relname IN ('reading', 'reading_history', 'segment', 'segment_history') THEN 'readings'
        WHEN relname = 'waveform' THEN 'waveforms'
        WHEN relname = 'operation' THEN 'operations' ELSE 'rest' END AS store
      FROM pg_class WHERE relkind IN ('r', 'm') AND relnamespace = current_schema()::regnamespace) AS t
    GROUP BY store`.execute(db);
  const files = await db
    .selectFrom('stored_file')
    .select((is) => [is.fn.sum<number | null>('bytes').as('bytes'), is.fn.countAll<number>().as('entries')])
    .executeTakeFirstOrThrow();
  const found = new Map(rows.map((row) => [row.store, row]));
  const of = (store: StoreSize['store']): StoreSize => found.get(store) ?? { store, bytes: null, entries: null };
  return [
    of('readings'),
    of('waveforms'),
    { store: 'files', bytes: Number(files.bytes ?? 0), entries: files.entries },
    of('operations'),
    of('rest'),
  ];
}

export async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await sqlRows({ version: 'text' })`SELECT current_setting('server_version') AS version`.execute(db);
  return rows[0]?.version.split(' ')[0] ?? '';
}

/** Signs of life of a time to come: a process that has died since would be alive until then. */
export async function pullInSigns(db: Db, now: Date): Promise<void> {
  await sql`UPDATE process_sign SET beat_at = least(beat_at, clock_timestamp()), started_at = least(started_at, ${now})
    WHERE beat_at > clock_timestamp() OR started_at > ${now}`.execute(db);
}
