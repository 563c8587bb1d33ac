/**
 * One device in each of its states: hidden from lists, feeding no point, deleted. Every route that can name a device, anywhere in
 * its input, is asked about it, every route of devices is called with its secret, and all background work is run. Where it is still
 * named is reviewed (reviewed/device-states.txt).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import type { OutputOf, Route } from '@plumbline/contract/kernel/route';
import { bindings } from '@plumbline/contract/points/bindings';
import { declared, writes } from './furnished.ts';
import { holds, mention, namesA, withOther } from './mentions.ts';
import { assertReviewed } from './reviewed.ts';
import { inputFor, send } from './route-inputs.ts';
import { type Answer, type IsOwn, openStates, people, reads, routeOf, works } from './states.fixtures.ts';

const log: string[] = [];
const states = await openStates(log);
const {
  server,
  fixture,
  prepared,
  admin,
  owner,
  measure,
  answersTo,
  backgroundWork,
  callPrepared,
  changedBy,
  inputOf,
} = states;
const { db } = server;
const { world } = fixture;
const { pointId, device } = world;
const deviceId = device.id;
/** An id that no device has. */
const absent = 2_147_483_647;
const naming = people.filter(({ route }) => namesA('device', route));
const inputNaming = (each: (typeof naming)[number]) =>
  mention('device', each, prepared.get(each.title)?.input ?? inputOf(each.route), deviceId);

/** Rows of the device, or under its serial number. A collect plan is the point's, and only notes which device took it. */
const isOwn: IsOwn = (row, table) =>
  !['operation', 'task', 'work', 'collect_plan'].includes(table) &&
  (row['device_id'] === deviceId || row['sncode'] === device.sncode || (table === 'device' && row['id'] === deviceId));
/** Rows of the point that it feeds, as readings change them. */
const isReading: IsOwn = (row, table) => ['reading', 'point_state'].includes(table) && row['point_id'] === pointId;

/** Returns whether an answer holds the name of the device, its number or its id, other than in an error that says which id was asked for. */
const isNaming = ({ status, text }: Answer) =>
  status < 400 &&
  (text.includes('Quillon logger') ||
    text.includes(device.sncode) ||
    new RegExp(`(?<!\\d)${deviceId}(?!\\d)`).test(text));
const titles = (answers: readonly Answer[], isMeant: (answer: Answer) => boolean) =>
  answers.filter(isMeant).map(({ title }) => title);
const byId = reads.filter(({ route }) => route.within === 'deviceId');

/** Calls a route of the administrator, which must succeed. */
async function act<R extends Route>(route: R, input: OutputOf<R['input']>): Promise<OutputOf<R['reply']>> {
  const { status, body } = await server.call(route, input as never, await admin());
  assert.equal(status, 200, JSON.stringify(body));
  return body as never;
}

const lines: string[] = [];
const note = (state: string, each: readonly string[]) => lines.push(...each.map((line) => `${state} | ${line}`));
let open: readonly Answer[] = [];

test('every route that can name a device is called with this one', async () => {
  assert.ok(naming.length > 50, `${naming.length} routes`);
  const without = naming.filter((each) => !holds(inputNaming(each), deviceId));
  assert.deepEqual(
    without.map(({ title }) => title),
    [],
  );
  open = await answersTo(await admin());
  assert.ok(titles(open, isNaming).length > 15, titles(open, isNaming).join(', '));
});

test('a hidden device is read and delivers as before, and is in no list of devices', async () => {
  await act(devices.setHidden, { deviceId, hidden: true });
  const now = await answersTo(await admin());
  assert.deepEqual(
    titles(open, works).filter((title) => !titles(now, works).includes(title)),
    [],
  );
  const named = new Set(naming.map(({ title }) => title));
  note(
    'hidden | is told of by',
    titles(now, (answer) => isNaming(answer) && !named.has(answer.title)),
  );
  const changed = await changedBy(() => measure(21).then(() => server.work!.settle()), isReading);
  assert.ok(changed.includes('reading'), changed.join(', '));
  await act(devices.setHidden, { deviceId, hidden: false });
});

test('a device that feeds no point is nothing of the project, and its readings are of no point', async () => {
  const { rows: fed } = { rows: await db.selectFrom('point').select('id').where('device_id', '=', deviceId).execute() };
  for (const { id } of fed) await act(bindings.bind, { pointId: id, measuringDeviceId: null, channel: '1' } as never);
  const member = await server.tokenFor(owner.id);
  const open = (await answersTo(member, byId)).filter(({ title, status }) => routeOf.has(title) && status !== 404);
  assert.deepEqual(
    open.map(({ title, status }) => `${title}: ${status}`),
    [],
  );
  const answers = await answersTo(member);
  // What fed a point before is history of the point.
  assert.deepEqual(titles(answers, isNaming), ['bindings.deviceGroups', 'history.changes']);
  assert.deepEqual(await backgroundWork(isReading), []);
});

test('a deleted device is answered like one that never was, may not deliver, and nothing goes on with it', async () => {
  log.length = 0;
  await act(devices.remove, { deviceId });
  await server.work!.settle();
  note('deleted | is told of by', titles(await answersTo(await admin()), isNaming));
  const faults: string[] = [];
  for (const each of naming) {
    const { title, route } = each;
    const answers: Awaited<ReturnType<typeof callPrepared>>[] = [];
    const callWith = async (id: number) =>
      answers.push(await callPrepared(title, await admin(), () => withOther(inputNaming(each), deviceId, id)));
    const changed = await changedBy(() => callWith(deviceId), isOwn);
    if (changed.length > 0) faults.push(`${title} changes ${changed.join(', ')}`);
    await callWith(absent);
    const [there, nowhere] = answers.map(({ status, body }) => `${status} ${body.error ?? ''}`.trim());
    if (there !== nowhere) faults.push(`${title}: ${there}, and ${nowhere} where none was`);
    if (route.within === 'deviceId' && there !== '404 notFound') faults.push(`${title}: ${there}`);
    if (writes(route) && there?.startsWith('200')) note('deleted | is taken by', [title]);
  }
  for (const { title, route } of declared.filter(({ route }) => route.needs === 'device')) {
    const { status, body } = await send(
      server.url,
      route,
      { ...inputFor(route, fixture.ids), sncode: device.sncode },
      device.secret,
    );
    if (status !== 401 || body.error !== 'deviceRefused') faults.push(`${title}: ${status} ${body.error ?? ''}`);
  }
  assert.deepEqual(faults, []);
  const deliver = () => assert.rejects(measure(48), /401/);
  assert.deepEqual(await backgroundWork(isOwn, deliver), []);
  assert.deepEqual(await db.selectFrom('work').select(['name', 'error']).where('attempts', '>', 0).execute(), []);
  assert.deepEqual(
    log.filter((line) => JSON.parse(line).level >= 50),
    [],
  );
});

test('where a device that is hidden or gone is still named is reviewed', () => {
  assertReviewed('device-states.txt', 'Routes that tell of a device that is hidden, or of one that is deleted', lines);
});
