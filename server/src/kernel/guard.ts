/**
 * Writes that carry what their author saw (`guards` of a route): refused when the record has become another since.
 * Invariant: writes of one record wait for each other, so that between the look and the write nobody else writes it.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Route } from '@plumbline/contract/kernel/route';
import { type Guard, recordIn, versionOf } from '@plumbline/contract/kernel/versions';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context, Db } from './context.ts';

type Input = Readonly<Record<string, unknown>>;
type Reading = (context: Context, input: unknown) => Promise<unknown>;
type Routes = Readonly<Record<string, Route>>;

export type Handle = (context: Context, input: unknown, upload?: unknown) => Promise<unknown>;

/** What the author of a write saw: the version it carries, and the fields that it names. */
interface BaseState {
  readonly version: string | undefined;
  readonly named: readonly string[];
  /** Is given the record as it is before the write. */
  readonly onRecord?: (record: unknown) => void;
}
export const baseStateOf = ({
  headers,
  body,
}: {
  headers: { 'if-match'?: string | undefined };
  body: unknown;
}): BaseState => ({
  version: headers['if-match'],
  named: typeof body === 'object' && body !== null ? Object.keys(body) : [],
});

/** The handler, between the look at the record that it changes and the note of who changed it. */
export function guarded(
  routes: Routes,
  handlers: Readonly<Record<string, unknown>>,
  route: Route,
  handle: Handle,
): (context: Context, input: Record<string, unknown>, upload: unknown, base: BaseState) => Promise<unknown> {
  const guard = guardOf(routes, handlers, route);
  return async (context, input, upload, base) => {
    if (guard) await refuseStale(context, guard, input, base);
    const answer = await handle(context, input, upload);
    if (guard) await noteChange(context, guard, input);
    if (route.touches && input['dryRun'] !== true) await noteTouched(context, routes, route, input);
    return answer;
  };
}

interface Guarded {
  readonly guard: Guard;
  readonly read: Route;
  readonly handle: Reading;
}

/** The guard of a route with the read that it speaks of; throws where the feature has no such read. */
function guardOf(routes: Routes, handlers: Readonly<Record<string, unknown>>, route: Route): Guarded | null {
  const { guards: guard } = route;
  if (!guard) return null;
  const read = routes[guard.read];
  if (read?.method !== 'GET') throw new Error(`${route.path} guards what ${guard.read} does not read`);
  if (route.ownTransaction) throw new Error(`${route.path} cannot hold a guard over transactions of its own`);
  return { guard, read, handle: handlers[guard.read] as Reading };
}

/** What a record is called in `record_change`: the address of its read, its part, and its place in a list. */
const nameOf = ({ guard, read }: Pick<Guarded, 'guard' | 'read'>, input: Input): string =>
  [
    read.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name])),
    guard.part,
    ...(guard.by === undefined ? [] : [String(input[guard.by.input])]),
  ].join('#');

/** Versions that the caller gave: `"a"`, or several as HTTP allows. null = none, the write is not compared. */
const givenIn = (header: string | undefined): string[] | null =>
  header === undefined ? null : [...header.matchAll(/"([^"]*)"/g)].map(([, version]) => version ?? '');

/** Throws changedMeanwhile unless the record is as one of the versions says. Holds the record until the transaction ends. */
async function refuseStale(
  context: Context,
  guarded: Guarded,
  input: Input,
  { version, named, onRecord }: BaseState,
): Promise<void> {
  const { db } = context;
  const record = nameOf(guarded, input);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${record}, 0))`.execute(db);
  const given = givenIn(version);
  if (given === null) {
    if (onRecord) onRecord(await presentOf(context, guarded, input).catch(unlessUnreadable));
    return;
  }
  const now = await presentOf(context, guarded, input);
  onRecord?.(now);
  if (given.includes(versionOf(now, named))) return;
  const last = await db
    .selectFrom('record_change')
    .leftJoin('account', 'account.id', 'record_change.account_id')
    .select(['account.display_name as by', 'record_change.changed_at as at'])
    .where('record', '=', record)
    .executeTakeFirst();
  throw new Failure('changedMeanwhile', {
    by: last?.by ?? null,
    at: last?.at.toISOString() ?? null,
    now: now ?? null,
    version: versionOf(now, named),
  });
}

/** For the log a record that is not there, or is stored in a form of before, is none: the write itself decides about it. */
function unlessUnreadable(error: unknown): undefined {
  const isUnreadable = error instanceof Failure || (error instanceof Error && 'issues' in error);
  if (!isUnreadable) throw error;
}

async function presentOf(context: Context, { guard, read, handle }: Guarded, input: Input): Promise<unknown> {
  const readInput = Object.fromEntries(Object.entries(input).filter(([name]) => read.path.includes(`{${name}}`)));
  const parsed = (read.input as unknown as z.ZodType).parse(readInput);
  const reply = (read.reply as unknown as z.ZodType).parse(await handle(context, parsed));
  return recordIn(guard, JSON.parse(JSON.stringify(reply)), input);
}

/** Writes down who changed the record, for whoever comes with an older state of it. */
async function noteChange({ db, caller, now }: Context, guarded: Guarded, input: Input): Promise<void> {
  await note(db, [nameOf(guarded, input)], caller.accountId, now());
}

async function note(db: Db, records: readonly string[], accountId: number, at: Date): Promise<void> {
  await sql`
    INSERT INTO record_change (record, account_id, changed_at)
    SELECT each, ${accountId}, ${at} FROM unnest(${records}::text[]) AS each ORDER BY each
    ON CONFLICT (record) DO UPDATE SET account_id = excluded.account_id, changed_at = excluded.changed_at`.execute(db);
}

/** The same for a write of many records: `ids` names the path of their ids in its input. */
async function noteTouched({ db, caller, now }: Context, routes: Routes, route: Route, input: Input) {
  for (const { guardOf: name, of, ids } of route.touches ?? []) {
    const among = (of ?? routes) as Routes;
    const touched = among[name];
    const read = among[touched?.guards?.read ?? ''];
    if (!touched?.guards || !read) throw new Error(`${route.path} touches ${name}, which guards nothing`);
    const { guards: guard, within } = touched;
    const records = idsIn(input, ids).map((id) => nameOf({ guard, read }, { [within ?? '']: id }));
    await note(db, [...new Set(records)], caller.accountId, now());
  }
}

/** `points` = the ids of a list; `rows.pointId` = of each of its rows. */
function idsIn(input: Input, where: string): unknown[] {
  const [list = '', field] = where.split('.');
  const rows = (input[list] ?? []) as readonly unknown[];
  return field === undefined ? [...rows] : rows.map((row) => (row as Input)[field]);
}
