/**
 * A project that is archived, and one that is being deleted. One furnished project is brought into each state, and every
 * route of the contract and all background work is tried in it: nothing here knows a route by its name but those that open
 * by a link, so what is added later is tried too. What changes in an archived project all the same is reviewed
 * (reviewed/archived.txt).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { projectPermissions } from '@plumbline/contract/kernel/permissions';
import { users } from '@plumbline/contract/people/users';
import { projects } from '@plumbline/contract/site/projects';
import { io } from 'socket.io-client';
import { declared, isOfProject, writes } from './furnished.ts';
import { assertReviewed } from './reviewed.ts';
import { type Answer, openStates, people, reads, routeOf, works } from './states.fixtures.ts';
import type { ChangedRow } from './watch-changes.ts';

const states = await openStates();
const { server, fixture, prepared, unprepared, owner, system, admin } = states;
const { answersTo, backgroundWork, callPrepared, changedBy, putDeviceBack } = states;
const { clock, db } = server;
const { world } = fixture;
const { projectId, pointId } = world;
/** Words of the project alone. */
const traces = ['States project', 'Quillon dam', 'Quillon gauge'];
/** A temperature that stands in no other answer. */
const ahead = 38.765;

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
  assert.deepEqual(await backgroundWork(await ownRows()), []);
  assert.equal((await server.call(projects.archive, { projectId, archived: false }, await admin())).status, 200);
  const lines = await backgroundWork(await ownRows());
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
    const answers: Awaited<ReturnType<typeof callPrepared>>[] = [];
    const act = async () => answers.push(await callPrepared(title, await admin()));
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
  assert.deepEqual(await backgroundWork(await ownRows()), []);
});
