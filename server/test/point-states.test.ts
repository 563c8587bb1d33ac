/**
 * One measuring point in each state of its life: a snapshot (archived), without a device, deprecated, deleted. Every route that
 * can name a point, anywhere in its input, is asked about it in each, and all background work is run. What is done with the point all the
 * same is reviewed (reviewed/point-states.txt).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutputOf, Route } from '@plumbline/contract/kernel/route';
import { bindings } from '@plumbline/contract/points/bindings';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { type Declared, writes } from './furnished.ts';
import { holds, mention, namesA, withOther } from './mentions.ts';
import { givePassword } from './points.fixtures.ts';
import { assertReviewed } from './reviewed.ts';
import type { Input } from './route-inputs.ts';
import { type Answer, holdWork, type IsOwn, openStates, people, works } from './states.fixtures.ts';

const log: string[] = [];
const states = await openStates(log);
const { server, fixture, prepared, admin, answersTo, backgroundWork, callPrepared, changedBy, inputOf } = states;
const { db } = server;
const { world } = fixture;
const { projectId, pointId, device } = world;
const password = 'Plumb-2026';
await givePassword(server, world.admin.id, password);
/** An id that no point has. */
const absent = 2_147_483_647;
const naming = people.filter(({ route }) => namesA('point', route));
const sibling = await fixture.made('points.create', { name: 'Sibling', structureId: world.structureId });

/** The inputs by which a route names a point: it alone, and beside another one where the route takes several. */
function inputsNaming(declared: Declared): Input[] {
  const input = mention('point', declared, prepared.get(declared.title)?.input ?? inputOf(declared.route), pointId);
  const beside = { ...input, pointId: sibling };
  return input['pointId'] === pointId && holds(beside, pointId) ? [input, beside] : [input];
}

/** Rows of the point, or of an alert of it. */
async function ownRows(): Promise<IsOwn> {
  const alerts = await db.selectFrom('alert').select('id').where('point_id', '=', pointId).execute();
  const alertIds = new Set(alerts.map(({ id }) => id));
  return (row, table) =>
    !['operation', 'task', 'work'].includes(table) &&
    (row['point_id'] === pointId ||
      (table === 'point' && row['id'] === pointId) ||
      alertIds.has(Number(row['alert_id'])));
}

/** Returns whether an answer holds the name of the point or its id, other than in an error that says which id was asked for. */
const isNaming = ({ status, text }: Answer) =>
  status < 400 && (text.includes('Quillon gauge') || new RegExp(`(?<!\\d)${pointId}(?!\\d)`).test(text));
const titles = (answers: readonly Answer[], isMeant: (answer: Answer) => boolean) =>
  answers.filter(isMeant).map(({ title }) => title);

/** Calls a route of the administrator, which must succeed. */
async function act<R extends Route>(route: R, input: OutputOf<R['input']>): Promise<OutputOf<R['reply']>> {
  const { status, body } = await server.call(route, input as never, await admin());
  assert.equal(status, 200, JSON.stringify(body));
  return body as never;
}

/** They would bring the point into another state. */
const moves = /^(lifecycle\.(archive|deprecate|remove)|bindings\.)/;

/** Calls every route that writes and can name the point: what each answered, and the tables of the point that it changed. */
async function written() {
  const isOwn = await ownRows();
  const answers: { title: string; status: number; text: string; changed: readonly string[] }[] = [];
  // What follows from one must not pass for what the next one does.
  await server.work!.settle();
  const hold = await holdWork(server);
  for (const declared of naming.filter(({ title, route }) => writes(route) && !moves.test(title)))
    for (const [i, input] of inputsNaming(declared).entries()) {
      const calls: Awaited<ReturnType<typeof callPrepared>>[] = [];
      const call = async (more: Input) =>
        calls.push(await callPrepared(declared.title, await admin(), () => ({ ...input, ...more })));
      const changed = await changedBy(async () => {
        await call({});
        const name = `Another ${answers.length}`;
        if (calls[0]?.body.error === 'nameTaken' && !(declared.route.within === 'pointId' && i === 0))
          await call({ name, title: name });
      }, isOwn);
      const { status, body } = calls.at(-1) ?? assert.fail(declared.title);
      const title = i === 0 ? declared.title : `${declared.title} of another point`;
      answers.push({ title, status, text: JSON.stringify(body), changed });
    }
  await hold.stop();
  await hold.release();
  return answers;
}

const lines: string[] = [];
const note = (state: string, each: readonly string[]) => lines.push(...each.map((line) => `${state} | ${line}`));
/** Tables that change when a point takes a reading; when it is judged, alerts do too. */
const ofReadings = ['reading', 'segment', 'point_state', 'alert_state'];
const tablesOf = (line: string) => line.replace(/^.* \| /, '').split(', ');
const changing = (changes: readonly string[], tables: readonly string[]) =>
  changes.filter((line) => tablesOf(line).some((table) => tables.includes(table)));
const measured = (changes: readonly string[]) => changing(changes, [...ofReadings, 'alert']);

let open: readonly Answer[] = [];

test('every route that can name a point is called with this one', async () => {
  assert.ok(naming.length > 150, `${naming.length} routes`);
  const without = naming.filter((each) => !inputsNaming(each).some((input) => holds(input, pointId)));
  assert.deepEqual(
    without.map(({ title }) => title),
    [],
  );
  open = await answersTo(await admin());
  assert.ok(titles(open, isNaming).length > 50, titles(open, isNaming).join(', '));
});

/** What changes of an answer for a point that is closed: it says that there is nothing to calculate, or with which device to talk. */
const answeredOtherwise = ['formulas.preview', 'commands.pointInstrument'];

test('a snapshot is read as before, refuses what would change it, and takes no readings', async () => {
  await act(lifecycle.archive, { pointId, archived: true });
  const now = await answersTo(await admin());
  const lost = titles(open, works).filter((title) => !titles(now, works).includes(title));
  assert.deepEqual(
    lost.filter((title) => !answeredOtherwise.includes(title)),
    [],
  );
  const background = await backgroundWork(await ownRows());
  assert.deepEqual(measured(background), []);
  note('snapshot | background', background);
  const answers = await written();
  const allowed = answers.filter(({ text }) => !text.includes('"error":"archived"'));
  note(
    'snapshot',
    allowed.map(({ title, status, text, changed }) =>
      [title, status, status === 200 ? '' : JSON.parse(text).error, ...changed].filter((part) => part !== '').join(' '),
    ),
  );
  assert.ok(answers.length - allowed.length > 50, `${answers.length - allowed.length} routes refuse`);
  await act(lifecycle.archive, { pointId, archived: false });
  const again = await backgroundWork(await ownRows());
  // Else there was nothing to do.
  assert.ok(measured(again).length > 0, again.join('\n'));
});

test('a point without a device, and one that is deprecated, take no readings; the latter is in no list', async () => {
  const { measuringPoints } = await act(points.list, { projectId, pageSize: 100 } as never);
  for (const { id, type } of measuringPoints)
    if (type === 1) await act(lifecycle.remove, { pointId: id, password, data: 'clear' });
  await act(bindings.bind, { pointId, measuringDeviceId: null, channel: '1' } as never);
  const background = await backgroundWork(await ownRows());
  // That it is silent is an alarm.
  assert.deepEqual(changing(background, ofReadings), []);
  note('without a device | background', background);
  await act(bindings.bind, { pointId, measuringDeviceId: device.id, channel: '1' } as never);

  // Files that others asked for have expired meanwhile.
  const before = await answersTo(await admin());
  await act(lifecycle.deprecate, { pointId, deprecated: true });
  const now = await answersTo(await admin());
  const lost = titles(before, works).filter((title) => !titles(now, works).includes(title));
  assert.deepEqual(
    lost.filter((title) => !answeredOtherwise.includes(title)),
    [],
  );
  const named = new Set(naming.map(({ title }) => title));
  note(
    'deprecated | is told of by',
    titles(now, (answer) => isNaming(answer) && !named.has(answer.title)),
  );
  const after = await backgroundWork(await ownRows());
  assert.deepEqual(measured(after), []);
  note('deprecated | background', after);
  const answers = (await written()).filter(({ changed }) => changed.length > 0);
  assert.deepEqual(measured(answers.map(({ title, changed }) => `${title} | ${changed.join(', ')}`)), []);
  note(
    'deprecated',
    answers.map(({ title, changed }) => `${title} ${changed.join(' ')}`),
  );
  await act(lifecycle.deprecate, { pointId, deprecated: false });
});

test('a deleted point is answered like one that never was, and nothing goes on with it', async () => {
  const isOwn = await ownRows();
  log.length = 0;
  await act(lifecycle.remove, { pointId, data: 'clear', password });
  await server.work!.settle();
  note('deleted | is told of by', titles(await answersTo(await admin()), isNaming));
  const faults: string[] = [];
  for (const declared of naming)
    for (const input of inputsNaming(declared)) {
      const { title, route } = declared;
      const answers: Awaited<ReturnType<typeof callPrepared>>[] = [];
      const callWith = async (id: number) =>
        answers.push(await callPrepared(title, await admin(), () => withOther(input, pointId, id)));
      const changed = await changedBy(() => callWith(pointId), isOwn);
      if (changed.length > 0) faults.push(`${title} changes ${changed.join(', ')}`);
      await callWith(absent);
      const [there, nowhere] = answers.map(({ status, body }) => `${status} ${body.error ?? ''}`.trim());
      if (there !== nowhere) note('deleted', [`${title} ${there}, and ${nowhere} where none was`]);
      if (input['pointId'] === pointId && route.within === 'pointId' && there !== '404 notFound')
        faults.push(`${title}: ${there}`);
    }
  assert.deepEqual(faults, []);
  assert.deepEqual(await backgroundWork(isOwn), []);
  assert.deepEqual(await db.selectFrom('work').select(['name', 'error']).where('attempts', '>', 0).execute(), []);
  assert.deepEqual(
    log.filter((line) => JSON.parse(line).security === undefined),
    [],
  );
});

test('what is done with a point that is closed is reviewed', () => {
  assertReviewed(
    'point-states.txt',
    'What routes and background work do with a snapshot, with a point that has no device, with one that is deprecated, and where a deleted one is still named',
    lines,
  );
});
