/**
 * A project in which everything was made that people can make in one, by the routes that make it and with what these need
 * (announcements-preparations.ts): a route that is added later furnishes it too. For tests that bring a whole project into a
 * state, and ask every route and all background work what they do in it.
 */
import assert from 'node:assert/strict';
import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { sql } from 'kysely';
import { type Fixture, idIn, makeFixture } from './announcements.fixtures.ts';
import { type Prepared, preparations } from './announcements-preparations.ts';
import type { TestServer } from './harness.ts';

export interface Declared {
  readonly title: string;
  readonly route: Route;
}
export const declared: readonly Declared[] = Object.entries(registry as Record<string, Record<string, Route>>).flatMap(
  ([feature, routes]) => Object.entries(routes).map(([name, route]) => ({ title: `${feature}.${name}`, route })),
);
export const writes = ({ method, readOnly }: Route): boolean => method !== 'GET' && !readOnly;

/** Names of fields whose thing lies in a project. */
const ofProject = new Set(['projectId', 'structureId', 'pointId', 'pointIds', 'alertId', 'alertIds']);
export const isOfProject = ({ within }: Route): boolean => within !== undefined && ofProject.has(within);

/** Routes that end or rebuild what the others stand on, or begin work that does: prepared, and not called. */
const ends =
  /^(projects\.(archive|remove|reset)|lifecycle\.|structures\.remove|bindings\.(bind|replaceDevice)|points\.setSlaves)/;

export interface Furnished {
  readonly fixture: Fixture;
  /** What each route that writes in a project would be called with. */
  readonly prepared: ReadonlyMap<string, Prepared>;
  /** Routes in whose way stands what was prepared for others: they are called with what the contract gives as their example. */
  readonly unprepared: readonly string[];
  /** Answers of the routes that were called, by title: status and error. */
  readonly answers: ReadonlyMap<string, Awaited<ReturnType<Fixture['call']>>>;
}

/** The fixture, but that what can be there once alone is not made again, and readings are delivered once. */
function onceEach(fixture: Fixture): Fixture {
  const ids = new Map<string, number>();
  let delivered: Promise<void> | undefined;
  const call: Fixture['call'] = async (name, ...sent) => {
    const answer = await fixture.call(name, ...sent);
    if (answer.status === 200) ids.set(name, idIn(answer.body));
    return answer;
  };
  return {
    ...fixture,
    call,
    deliver: () => (delivered ??= fixture.deliver()),
    async made(name, more, file) {
      const { status, body } = await call(name, more, { file });
      assert.ok(status === 200 || ids.has(name), `${name}: ${JSON.stringify(body)}`);
      return ids.get(name) ?? 0;
    },
  };
}

/** Prepares a route; null where what others prepared stands in its way. */
async function preparedFor(fixture: Fixture, name: string): Promise<Prepared | null> {
  try {
    return (await preparations[name]?.(fixture)) ?? {};
  } catch {
    return null;
  }
}

/** Furnishes a project. Afterwards its point and device are as they were: several preparations make others of them. */
export async function makeFurnished(server: TestServer, system: string, title: string): Promise<Furnished> {
  const fixture = onceEach(await makeFixture(server, system, title));
  const { pointId, device } = fixture.world;
  const restore = await restorer(server, { point: pointId, device: device.id });
  const prepared = new Map<string, Prepared>();
  const answers = new Map<string, Awaited<ReturnType<Fixture['call']>>>();
  const unprepared: string[] = [];
  await fixture.deliver();
  const inProject = declared.filter(({ route }) => writes(route) && isOfProject(route));
  for (const { title: name } of inProject) {
    const each = await preparedFor(fixture, name);
    if (each === null) unprepared.push(name);
    prepared.set(name, each ?? {});
    await restore();
  }
  for (const { title: name, route } of inProject) {
    if (route.method === 'DELETE' || route.evenArchived || ends.test(name)) continue;
    const { input, ...sent } = prepared.get(name) ?? {};
    answers.set(name, await fixture.call(name, input, sent));
    await restore();
  }
  return { fixture, prepared, unprepared, answers };
}

/** Remembers rows; gives a function that puts back what was changed of them. */
async function restorer({ db }: TestServer, ids: Readonly<Record<'point' | 'device', number>>) {
  const statements: (() => Promise<unknown>)[] = [];
  for (const [table, id] of Object.entries(ids)) {
    const { rows: columns } = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} AND column_name <> 'id' AND is_generated = 'NEVER'`.execute(
      db,
    );
    const names = sql.join(columns.map(({ name }) => sql.ref(name)));
    const { rows } = await sql<{
      row: object;
    }>`SELECT to_jsonb(t) AS row FROM ${sql.table(`public.${table}`)} t WHERE id = ${id}`.execute(db);
    const row = JSON.stringify(rows[0]?.row);
    statements.push(() =>
      sql`UPDATE ${sql.table(`public.${table}`)} SET (${names}) = (SELECT ${names}
        FROM jsonb_populate_record(NULL::${sql.table(`public.${table}`)}, ${row}::jsonb)) WHERE id = ${id}`.execute(db),
    );
  }
  return async () => {
    for (const statement of statements) await statement();
  };
}
