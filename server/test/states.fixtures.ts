/**
 * A server with one furnished project that a test brings, whole or in parts, into each state that it can be in; every route of the
 * contract is asked and all background work is run in each. Nothing here knows a route by its name but those that open by a
 * link, so what is added later is tried too.
 */
import assert from 'node:assert/strict';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { silences } from '@plumbline/contract/alerts/silences';
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import type { Route } from '@plumbline/contract/kernel/route';
import { statusPages } from '@plumbline/contract/overview/status-pages';
import { walls } from '@plumbline/contract/overview/walls';
import { links } from '@plumbline/contract/site/links';
import { sql } from 'kysely';
import { hashOf } from '../src/features/people/sessions/sessions.api.ts';
import { raiseAlert } from './deliveries.fixtures.ts';
import { declared, type Furnished, makeFurnished, writes } from './furnished.ts';
import { makeAccount, makeMember, type TestServer } from './harness.ts';
import { sendRecords } from './judging.fixtures.ts';
import { sealReport } from './report-preparations.ts';
import { fieldsOf, type Input, inputFor, send } from './route-inputs.ts';
import { type ChangedRow, watchChanges } from './watch-changes.ts';
import { openWorlds } from './worlds.ts';

/** Routes that people call. */
export const people = declared.filter(({ route }) => !['anyone', 'device', 'feed', 'vendor'].includes(route.needs));
export const reads = people.filter(({ route }) => !writes(route));
export const routeOf = new Map(declared.map(({ title, route }) => [title, route]));

export interface Answer {
  readonly title: string;
  readonly status: number;
  readonly text: string;
}
export const works = ({ status }: Answer) => status === 200;

/** Returns whether a changed row of a table is of the thing that a test looks at. */
export type IsOwn = (row: ChangedRow, table: string) => boolean;

/** Ids of points and devices begin here, so that such a number in an answer or a row is one of them. */
const firstIds = { point: 765_432_100, device: 654_321_000 } as const;

/** Work that stores otherwise what is there, forgets what nobody looks at, and deletes what people were told expires. */
const upkeep = /^(tidy-[a-z]+ \| .*|(seal-readings|watch-health) \| (point_health|point_state|reading|segment|, )+)$/;

type Parts = Furnished & { readonly server: TestServer };

/** Opens what people without an account see by a link. */
async function openByLinks({ server, fixture, prepared }: Parts) {
  const { world } = fixture;
  const { projectId, structureId, pointId } = world;
  const by = world.admin.token;
  const page = { title: 'Open to all', language: 'en' as const, structureIds: [structureId], pointIds: [pointId] };
  const wall = { name: 'Open wall', language: 'en' as const, timeZone: 'UTC', projectIds: [projectId] };
  const slides = [{ kind: 'project' as const, dwellSeconds: 20, projectId }];
  const status = (await server.call(statusPages.create, { projectId, ...page }, by)).body;
  const screen = (await server.call(walls.create, { ...wall, slides }, by)).body;
  const short = (await server.call(links.create, { projectId, query: `point=${pointId}` }, by)).body;
  const code = await sealReport(server, world, 'QUIL-LON2-2222-2222-2222');
  const { token: report } = (await fixture.call('reportLinks.create', { ...prepared.get('reportLinks.create')?.input }))
    .body;
  return [
    { title: 'statusPages.open', input: { token: status.token } },
    { title: 'walls.open', input: { token: screen.token, again: true } },
    { title: 'walls.slide', input: { token: screen.token, place: 0 } },
    { title: 'links.open', input: { code: short.code } },
    { title: 'reportVerification.open', input: { code } },
    { title: 'reportVerification.readings', input: { code } },
    { title: 'reportLinks.open', input: { token: report } },
  ];
}

/** Sets up what the clock and readings would set off: a silence that is over, steps of an alert, the end of a quiet window. */
async function wind({ server, fixture: { world } }: Parts) {
  const { projectId, structureId, pointId } = world;
  const { clock, db } = server;
  const by = world.admin.token;
  const raise = async () => {
    const alertId = await raiseAlert(server, world, 3);
    await db.updateTable('alert').set({ status: 'Pending', settled_at: null }).where('id', '=', alertId).execute();
  };
  const quiet = { pointId, field: 'temperature', kind: 'silence', spanSeconds: 1800 } as const;
  const responses = [
    await server.call(
      conditions.create,
      { projectId, structureId, name: 'Silent', level: 3, groups: [{ terms: [quiet] }] },
      by,
    ),
    await server.call(
      alertRules.create,
      {
        projectId,
        name: 'Steps',
        members: true,
        level: 1,
        language: 'en',
        emails: ['first@example.com'],
        steps: [{ afterMinutes: 60, emails: ['boss@example.com'] }],
      },
      by,
    ),
  ];
  const at = clock.now().getTime();
  await raise();
  const window = {
    startAt: new Date(at).toISOString(),
    endAt: new Date(at + hourMs).toISOString(),
    reason: 'Drilling',
  };
  responses.push((await server.call(silences.create, { projectId, ...window }, by)) as never);
  await raise();
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
    JSON.stringify(responses.map(({ body }) => body)),
  );
}

/** Inputs of routes that name what was furnished. */
function inputsOf({ fixture: { ids }, prepared }: Furnished) {
  const furnishedIds: Input = {};
  for (const { input } of prepared.values())
    for (const [field, value] of Object.entries(input ?? {}))
      if (field.endsWith('Id') && typeof value === 'number' && !(field in ids)) furnishedIds[field] ??= value;
  return (route: Route): Input => {
    const fields = fieldsOf(route);
    return {
      ...inputFor(route, ids),
      ...Object.fromEntries(Object.entries(furnishedIds).filter(([field]) => fields.includes(field))),
    };
  };
}

/** Runs everything that comes by the clock and by events, two hours, three days and nine days later; `deliver` is what devices do. */
const backgroundOf =
  (server: TestServer, measure: (temperature: number) => Promise<unknown>, changedBy: Watcher) =>
  async (isOwn: IsOwn, deliver = measure): Promise<string[]> => {
    const lines: string[] = [];
    for (const [hours, temperature] of [
      [2, 45],
      [72, 46],
      [9 * 24, 47],
    ] as const) {
      server.clock.advance(hours * hourMs);
      const watched = async (name: string, act: () => Promise<unknown>) => {
        const tables = await changedBy(() => act().then(() => server.work!.settle()), isOwn);
        if (tables.length > 0) lines.push(`${name} | ${tables.join(', ')}`);
      };
      await watched('a reading of a device', () => deliver(temperature));
      await watched('what the gateway holds', async () => server.gateway?.deferredReadings.offer());
      for (const name of server.scheduleNames()) await watched(name, () => server.tick(name));
      await watched('events and tasks', () => server.work!.settle());
    }
    return [...new Set(lines)].filter((line) => !upkeep.test(line)).sort();
  };
type Watcher = Awaited<ReturnType<typeof watchChanges>>;

/** Puts what is queued from now on off for ten years. `stop` ends that; `release` lets what was put off come. */
export async function holdWork({ db, work, clock }: TestServer) {
  await sql`CREATE OR REPLACE FUNCTION hold_work() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.due_at := NEW.due_at + interval '10 years'; RETURN NEW; END $$`.execute(db);
  await sql`CREATE TRIGGER hold BEFORE INSERT ON work FOR EACH ROW EXECUTE FUNCTION hold_work()`.execute(db);
  return {
    stop: () => sql`DROP TRIGGER hold ON work`.execute(db),
    async release() {
      const late = new Date(clock.now().getTime() + 5 * 365 * dayMs);
      await sql`UPDATE work SET due_at = due_at - interval '10 years' WHERE due_at > ${late}`.execute(db);
      await work!.settle();
    },
  };
}

/** Opens the server, furnishes the project and names its structure, point and device with words that stand nowhere else. */
export async function openStates(log?: string[]) {
  const [server] = await openWorlds([], {}, undefined, undefined, log);
  const { clock, db } = server;
  for (const [table, first] of Object.entries(firstIds))
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${first})`.execute(db);
  const system = await makeAccount(server, 'System', null, 'states.system');
  const furnished = await makeFurnished(server, system.token, 'States');
  const { fixture, prepared } = furnished;
  const { world } = fixture;
  const { projectId, structureId, pointId, corporationId, device } = world;
  await db.updateTable('structure').set({ name: 'Quillon dam' }).where('id', '=', structureId).execute();
  await db.updateTable('point').set({ name: 'Quillon gauge' }).where('id', '=', pointId).execute();
  await db.updateTable('device').set({ name: 'Quillon logger' }).where('id', '=', device.id).execute();
  const owner = await makeAccount(server, 'Normal', corporationId, 'states.owner');
  await makeMember(server, projectId, owner.id, 'Owner');
  await server.work!.settle();
  /** A reading now, as the device sends it. */
  const measure = (temperature: number) =>
    sendRecords(server, world, [{ at: clock.now().getTime() - 1000, channels: { 1: { temperature } } }]);
  await measure(20);
  const opened = await openByLinks({ ...furnished, server });
  await wind({ ...furnished, server });
  await server.work!.settle();
  const inputOf = inputsOf(furnished);
  const changedBy = await watchChanges(server, { keepsRows: true });
  const admin = () => server.tokenFor(world.admin.id);
  return {
    ...furnished,
    server,
    system,
    owner,
    admin,
    measure,
    opened,
    inputOf,
    changedBy,
    backgroundWork: backgroundOf(server, measure, changedBy),
    /** Asks routes that read, and what opens by links. */
    async answersTo(token: string, routes = reads): Promise<Answer[]> {
      const answers: Answer[] = [];
      const request = async (title: string, route: Route, input: Input, by?: string) => {
        const { status, body } = await send(server.url, route, input, by);
        answers.push({ title, status, text: JSON.stringify(body) });
      };
      for (const { title, route } of routes) await request(title, route, inputOf(route), token);
      for (const { title, input } of opened) await request(`${title} by a link`, routeOf.get(title)!, input);
      return answers;
    },
    /** Calls a route as it was prepared; `change` makes another input of that. */
    async callPrepared(title: string, token: string, change: (input: Input) => Input = (input) => input) {
      const { input, ...sent } = prepared.get(title) ?? {};
      return fixture.call(title, change(input ?? inputOf(routeOf.get(title)!)), {
        ...sent,
        token: sent.token ?? token,
      });
    },
    /** Some of the routes gave the device another secret, or other channels. */
    async putDeviceBack() {
      const { id, sncode, secret } = device;
      const channels = JSON.stringify([{ number: '1', mode: 4, label: '' }]);
      const row = { secret_hash: hashOf(secret), channels };
      await db.updateTable('device').set(row).where('id', '=', id).execute();
      server.access.announceHere([{ kind: 'device', id, sncode }]);
    },
  };
}
