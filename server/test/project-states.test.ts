/**
 * A project that is archived, and one that is being deleted. One furnished project is brought into each state, and every
 * route of the contract and all background work is tried in it: nothing here knows a route by its name but those that open
 * by a link, so what is added later is tried too. What changes in an archived project all the same is reviewed
 * (reviewed/archived.txt).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { silences } from '@plumbline/contract/alerts/silences';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { projectPermissions } from '@plumbline/contract/kernel/permissions';
import type { Route } from '@plumbline/contract/kernel/route';
import { statusPages } from '@plumbline/contract/overview/status-pages';
import { walls } from '@plumbline/contract/overview/walls';
import { users } from '@plumbline/contract/people/users';
import { links } from '@plumbline/contract/site/links';
import { projects } from '@plumbline/contract/site/projects';
import { io } from 'socket.io-client';
import { hashOf } from '../src/features/people/sessions/sessions.api.ts';
import { raiseAlert } from './deliveries.fixtures.ts';
import { declared, isOfProject, makeFurnished, writes } from './furnished.ts';
import { makeAccount, makeMember } from './harness.ts';
import { sendRecords } from './judging.fixtures.ts';
import { sealReport } from './report-preparations.ts';
import { assertReviewed } from './reviewed.ts';
import { fieldsOf, type Input, inputFor, send } from './route-inputs.ts';
import { type ChangedRow, watchChanges } from './watch-changes.ts';
import { openWorlds } from './worlds.ts';

const [server] = await openWorlds([]);
const { clock, db } = server;
const system = await makeAccount(server, 'System', null, 'states.system');
const { fixture, prepared, unprepared } = await makeFurnished(server, system.token, 'States');
const { world, ids } = fixture;
const { projectId, structureId, pointId, corporationId } = world;
/** Words of the project alone. */
const traces = ['States project', 'Quillon'];
await db.updateTable('structure').set({ name: 'Quillon dam' }).where('id', '=', structureId).execute();
await db.updateTable('point').set({ name: 'Quillon gauge' }).where('id', '=', pointId).execute();
const owner = await makeAccount(server, 'Normal', corporationId, 'states.owner');
await makeMember(server, projectId, owner.id, 'Owner');
await server.work!.settle();

const admin = () => server.tokenFor(world.admin.id);
/** A temperature that stands in no other answer. */
const ahead = 38.765;
/** A reading now, as the device sends it. */
const measure = (temperature: number) =>
  sendRecords(server, world, [{ at: clock.now().getTime() - 1000, channels: { 1: { temperature } } }]);
await measure(20);

/** Opens what people without an account see by a link. */
async function openByLinks(): Promise<readonly { readonly title: string; readonly input: Input }[]> {
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
const opened = await openByLinks();

/** What the clock and readings would set off: a silence that is over, steps of an alert, the end of a quiet window. */
async function wind() {
  const by = world.admin.token;
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
async function raise() {
  const alertId = await raiseAlert(server, world, 3);
  await db.updateTable('alert').set({ status: 'Pending', settled_at: null }).where('id', '=', alertId).execute();
}
await wind();
await server.work!.settle();

/** Ids of what was furnished, by the field of an input that names it. */
const furnishedIds: Input = {};
for (const { input } of prepared.values())
  for (const [field, value] of Object.entries(input ?? {}))
    if (field.endsWith('Id') && typeof value === 'number' && !(field in ids)) furnishedIds[field] ??= value;
const inputOf = (route: Route): Input => {
  const fields = fieldsOf(route);
  return {
    ...inputFor(route, ids),
    ...Object.fromEntries(Object.entries(furnishedIds).filter(([field]) => fields.includes(field))),
  };
};
const people = declared.filter(({ route }) => !['anyone', 'device', 'feed'].includes(route.needs));
const reads = people.filter(({ route }) => !writes(route));
const routeOf = new Map(declared.map(({ title, route }) => [title, route]));

interface Answer {
  readonly title: string;
  readonly status: number;
  readonly text: string;
}
/** Asks every route that reads, and what opens by links. */
async function answersTo(token: string, routes = reads): Promise<Answer[]> {
  const answers: Answer[] = [];
  const request = async (title: string, route: Route, input: Input, by?: string) => {
    const { status, body } = await send(server.url, route, input, by);
    answers.push({ title, status, text: JSON.stringify(body) });
  };
  for (const { title, route } of routes) await request(title, route, inputOf(route), token);
  for (const { title, input } of opened) await request(`${title} by a link`, routeOf.get(title)!, input);
  return answers;
}
const works = ({ status }: Answer) => status === 200;

const changedBy = await watchChanges(server, { keepsRows: true });
/** Rows of the project: by itself, by what lies in it, or by an alert of it. */
async function ownRows(): Promise<(row: ChangedRow, table: string) => boolean> {
  const idsIn = async (table: 'structure' | 'point' | 'alert') =>
    new Set(
      (await db.selectFrom(table).select('id').where('project_id', '=', projectId).execute()).map(({ id }) => id),
    );
  const [structureIds, pointIds, alertIds] = [await idsIn('structure'), await idsIn('point'), await idsIn('alert')];
  return (row, table) =>
    !['operation', 'task'].includes(table) &&
    (row['project_id'] === projectId ||
      (table === 'project' && row['id'] === projectId) ||
      structureIds.has(Number(row['structure_id'])) ||
      pointIds.has(Number(row['point_id'])) ||
      alertIds.has(Number(row['alert_id'])));
}

/** Work that stores otherwise what is there, forgets what nobody looks at, and deletes what people were told expires. */
const upkeep = /^(tidy-[a-z]+ \| .*|(seal-readings|watch-health) \| (point_health|point_state|reading|segment|, )+)$/;

/** Everything that comes by the clock and by events, two hours, three days and nine days later. */
async function backgroundWork(): Promise<string[]> {
  const lines: string[] = [];
  const isOwn = await ownRows();
  for (const [hours, temperature] of [
    [2, 45],
    [72, 46],
    [9 * 24, 47],
  ] as const) {
    clock.advance(hours * hourMs);
    const watched = async (name: string, act: () => Promise<unknown>) => {
      const tables = await changedBy(() => act().then(() => server.work!.settle()), isOwn);
      if (tables.length > 0) lines.push(`${name} | ${tables.join(', ')}`);
    };
    await watched('a reading of a device', () => measure(temperature));
    await watched('what the gateway holds', async () => server.gateway?.deferredReadings.offer());
    for (const name of server.scheduleNames()) await watched(name, () => server.tick(name));
    await watched('events and tasks', () => server.work!.settle());
  }
  return [...new Set(lines)].filter((line) => !upkeep.test(line)).sort();
}
/** Some of the routes gave it another secret, or other channels. */
async function putDeviceBack() {
  const { id, sncode, secret } = world.device;
  const channels = JSON.stringify([{ number: '1', mode: 4, label: '' }]);
  const row = { secret_hash: hashOf(secret), channels };
  await db.updateTable('device').set(row).where('id', '=', id).execute();
  server.access.announceHere([{ kind: 'device', id, sncode }]);
}
const put = async (values: { archived_at?: Date | null; deleting_at?: Date | null }) => {
  await db.updateTable('project').set(values).where('id', '=', projectId).execute();
};

/** What background work changes in the project while it is open, as it was furnished and wound up. */
const wound = [
  'alert',
  'collect_plan',
  'delivery',
  'escalation',
  'inspection_log',
  'notification',
  'reading',
  'report',
  'silence',
];

test('the project is furnished', () => {
  assert.deepEqual(unprepared, ['projects.removeGroup', 'inspections.copy', 'inspections.correct']);
});

/** Answers of the project while it is open. */
let openAnswers: readonly Answer[] = [];

test('a reading of a time to come is held, and no route shows it before its time', async () => {
  const { sncode, secret } = world.device;
  const record = { at: clock.now().getTime() + hourMs, channels: { 1: { temperature: ahead } } };
  const answer = await fetch(`${server.url}/api/devices/${sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify([record]),
  });
  assert.equal(answer.status, 202, await answer.text());
  await server.gateway?.deferredReadings.offer();
  const shows = (answers: readonly Answer[]) =>
    answers.filter(({ text }) => text.includes(String(ahead))).map(({ title }) => title);
  assert.deepEqual(shows(await answersTo(await admin())), []);
  clock.advance(hourMs);
  await server.gateway?.deferredReadings.offer();
  await server.work!.settle();
  openAnswers = await answersTo(await admin());
  const titles = shows(openAnswers);
  for (const title of ['readings.latest', 'projects.tree', 'statusPages.open by a link'])
    assert.ok(titles.includes(title), `${title} does not show it when its time has come: ${titles.join(', ')}`);
});

test('an archived project is read as before', async () => {
  const before = openAnswers.filter(works).map(({ title }) => title);
  const ofProject = reads.filter(({ title, route }) => isOfProject(route) && before.includes(title));
  assert.ok(ofProject.length > 120, `${ofProject.length} routes read the project`);
  const archived = await server.call(projects.archive, { projectId, archived: true }, await admin());
  assert.equal(archived.status, 200);
  await server.work!.settle();
  const after = (await answersTo(await admin())).filter(works).map(({ title }) => title);
  assert.deepEqual(
    before.filter((title) => !after.includes(title)),
    [],
  );
});

test('in an archived project nothing is calculated, raised, asked for or sent; once it is open again, it is', async () => {
  assert.deepEqual(await backgroundWork(), []);
  assert.equal((await server.call(projects.archive, { projectId, archived: false }, await admin())).status, 200);
  const lines = await backgroundWork();
  // Else there was nothing to do.
  const tables = new Set(lines.flatMap((line) => line.replace(/^.* \| /, '').split(', ')));
  assert.deepEqual(
    wound.filter((table) => !tables.has(table)),
    [],
    lines.join('\n'),
  );
});

test('an archived project is changed by nothing but what is reviewed', async () => {
  await put({ archived_at: clock.now() });
  const lines: string[] = [];
  const isOwn = await ownRows();
  const ofPlaces = people.filter(({ route }) => writes(route) && (isOfProject(route) || route.within === 'deviceId'));
  for (const { title, route } of ofPlaces) {
    // They would open it, or begin to delete it.
    if (['projects.archive', 'projects.remove'].includes(title)) continue;
    const { input, ...sent } = prepared.get(title) ?? {};
    const answers: Awaited<ReturnType<typeof fixture.call>>[] = [];
    const by = { ...sent, token: sent.token ?? (await admin()) };
    const act = async () => answers.push(await fixture.call(title, input ?? inputOf(route), by));
    const changed = await changedBy(act, isOwn);
    if (answers[0]?.body.error === 'archived' || (!isOfProject(route) && changed.length === 0)) continue;
    lines.push(isOfProject(route) ? title : `${title}: ${changed.join(', ')}`);
  }
  await putDeviceBack();
  assertReviewed(
    'archived.txt',
    'Routes that write and that an archived project does not refuse; of those of devices, the tables of the project that they change',
    lines,
  );
});

/**
 * Answers in which words of a project may stand that is being deleted: logs say what was done while it was there, and one's own
 * tasks what was begun.
 */
const ofThePast = ['operations.list', 'operations.file', 'tasks.mine'];

test('a project that is being deleted is not found by anybody, by any route or link', async () => {
  const scope = { permissions: [...projectPermissions], projectIds: [projectId] };
  const { token: script } = (await server.call(users.createToken, { name: 'script', scope }, await admin())).body;
  const asking = {
    administrator: await admin(),
    operator: await server.tokenFor(system.id),
    owner: await server.tokenFor(owner.id),
    script,
  };
  await put({ archived_at: null });
  const others = reads.filter(({ route }) => !isOfProject(route));
  const before = await answersTo(asking.administrator, others);
  const telling = before.filter(({ text }) => traces.some((word) => text.includes(word))).map(({ title }) => title);
  assert.ok(telling.length > 5, `only ${telling.join(', ')} tell of the project`);
  await put({ archived_at: clock.now(), deleting_at: clock.now() });
  server.access.announceHere([{ kind: 'project', id: projectId }]);

  const faults: string[] = [];
  for (const [who, token] of Object.entries(asking)) {
    const chosenReads =
      who === 'administrator' ? reads : reads.filter(({ route }) => !isOfProject(route) || who === 'operator');
    for (const { title, status, text } of await answersTo(token, chosenReads)) {
      const route = routeOf.get(title);
      if (route && isOfProject(route) && status !== 404) faults.push(`${title} as ${who}: ${status}`);
      const words = traces.filter((word) => text.includes(word));
      if (words.length > 0 && !ofThePast.includes(title)) faults.push(`${title} as ${who} tells of ${words}`);
    }
  }
  for (const { title } of declared.filter(({ route }) => writes(route) && isOfProject(route))) {
    const { input, ...sent } = prepared.get(title) ?? {};
    const { status, body } = await fixture.call(title, input ?? {}, { ...sent, token: asking.administrator });
    if (status !== 404 || body.error !== 'notFound') faults.push(`${title}: ${status} ${body.error ?? ''}`);
  }
  assert.deepEqual(faults, []);
});

test('no page is subscribed to points of a project that is being deleted', async () => {
  const page = io(`${server.url}/notification`, {
    transports: ['websocket'],
    auth: { token: await admin() },
    reconnection: false,
  });
  const answer = await page.emitWithAck('SUBSCRIBE', { pointIds: [pointId] });
  page.close();
  assert.deepEqual(answer, { pointIds: [] });
});

test('while a project is being deleted nothing is calculated, raised, asked for or sent', async () => {
  assert.deepEqual(await backgroundWork(), []);
});
