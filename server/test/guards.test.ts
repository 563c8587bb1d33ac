/** Two people at one record: whoever saves over an older state of it is told, for every record that has an edit form. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Route } from '@plumbline/contract/kernel/route';
import { recordIn, versionOf } from '@plumbline/contract/kernel/versions';
import { points } from '@plumbline/contract/points/points';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { registry } from '@plumbline/contract/registry';
import { makeAccount, makeWorld, startServer, type TestServer, type World } from './harness.ts';
import { type Ids, inputFor, makeIds, pathFieldsOf } from './route-inputs.ts';

let server: TestServer;
let world: World;
let ids: Ids;
before(async () => {
  server = await startServer();
  world = await makeWorld(server, 'North');
  ids = await makeIds(server, world);
});
after(() => server.close());

type Routes = Record<string, Route>;
const all = Object.entries(registry as Record<string, Routes>).flatMap(([feature, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ feature, name, route, routes })),
);
const guarded = all.filter(({ route }) => route.guards);

async function request(route: Route, input: Record<string, unknown>, version?: string) {
  const path = route.path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(input[field])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !pathFieldsOf(route).includes(name)));
  const isGet = route.method === 'GET';
  const response = await fetch(`${server.url}/api${path}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${world.admin.token}`,
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    ...(isGet ? {} : { body: JSON.stringify(rest) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    named: Object.keys(rest),
  };
}

/** Writes that change no record of an edit form: acts, files, what is one's own, and orders of a list. */
const unguarded = [
  // An act, refused by itself once it is settled.
  'alerts.setStatus',
  // A tick, which two people may set at once.
  'alerts.setStep',
  'users.setPassword users.disable users.updateProfile users.updatePreference users.changePassword users.setAvatar',
  'secondFactors.confirm',
  'pushes.update',
  'projects.archive projects.setPicture projects.setLogo corporations.setLogo corporations.setFavicon',
  // Of marks only those that were moved are sent: two people meet on one mark alone, and see it.
  'layers.order drawings.order structures.order structures.setDisplayType structures.setPicture structures.setMarks',
  'devices.setMounted devices.setHidden',
  'bindings.bind lifecycle.archive lifecycle.deprecate lifecycle.setImage points.setChartSetting batches.batchChartSetting',
  'thresholds.batchThresholds batches.batchEdit batches.batchInterval commands.setPlans',
  'imports.updateEntry',
  // Questions to an instrument, which is what it says; and pieces of a file.
  'commands.setPort commands.setServer commands.setClock commands.setPointPort commands.setPointServer attachments.upload',
  // A code that somebody was sent, and files that replace none that is newer.
  'recovery.confirm licences.install certificates.setRevocationList',
  // It says which file it switches on, and is refused where that is another one by now.
  'plugins.switch',
  // One word for the whole demonstration; what somebody typed meanwhile is left as it is.
  'demonstration.setLanguage',
]
  .join(' ')
  .split(' ');

test('every record with an edit form is guarded', () => {
  const writes = all.filter(({ route }) => route.method === 'PATCH' || route.method === 'PUT');
  const open = writes.filter(({ route }) => !route.guards).map(({ feature, name }) => `${feature}.${name}`);
  assert.deepEqual(
    open.filter((name) => !unguarded.includes(name)),
    [],
    'a write of a record declares `guards`, or stands in the list above with its reason',
  );
});

test('a write over an older state is refused and says what it is now; over the present one it is not', async () => {
  const report: string[] = [];
  let compared = 0;
  for (const { feature, name, route, routes } of guarded) {
    const { guards } = route;
    const read = routes[guards?.read ?? ''];
    if (!guards || !read) continue;
    const input = inputFor(route, ids);
    const found = await request(read, input);
    const record = found.status === 200 ? recordIn(guards, found.body, input) : undefined;
    if (record === undefined) continue;
    const stale = await request(route, input, 'another');
    // Models belong to nobody here: a System account changes them, by the same way through the kernel.
    if (stale.status === 403) continue;
    if (stale.status !== 409 || stale.body['error'] !== 'changedMeanwhile')
      report.push(`${feature}.${name} over an older state: ${stale.status} ${JSON.stringify(stale.body)}`);
    const again = await request(read, input);
    if (JSON.stringify(recordIn(guards, again.body, input)) !== JSON.stringify(record))
      report.push(`${feature}.${name} changed the record that it refused`);
    const detail = stale.body['detail'] as { now?: unknown } | undefined;
    if (JSON.stringify(detail?.now) !== JSON.stringify(record))
      report.push(`${feature}.${name} does not say what is now`);
    const known = await request(route, input, versionOf(record, stale.named));
    if (known.body['error'] === 'changedMeanwhile') report.push(`${feature}.${name} refuses the present state`);
    compared++;
  }
  assert.deepEqual(report, []);
  assert.ok(compared >= 28, `only ${compared} of ${guarded.length} could be compared`);
});

test('two people set limits: the second is told who was first, and decides; the history has both', async () => {
  const colleague = await makeAccount(server, 'Admin', world.corporationId, 'li.wei');
  const { pointId } = world;
  const rule = (red: number) => ({ field: 'temperature', kind: 'value' as const, levels: [null, null, null, red] });
  const url = `${server.url}/api/measuring-points/${pointId}/thresholds`;
  const set = async (token: string, red: number, version?: string) => {
    const response = await fetch(url, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      body: JSON.stringify({ thresholds: [rule(red)], reason: `red ${red}` }),
    });
    return { status: response.status, body: (await response.json()) as { error?: string; detail?: unknown } };
  };
  const limits = async () => (await server.call(points.get, { pointId }, world.admin.token)).body.thresholds;
  const admin = (
    await server.db
      .selectFrom('account')
      .select('display_name')
      .where('id', '=', world.admin.id)
      .executeTakeFirstOrThrow()
  ).display_name;
  await set(world.admin.token, 5);
  const firstVersion = versionOf(await limits(), ['thresholds', 'reason']);
  assert.equal((await set(colleague.token, 6, firstVersion)).status, 200);
  const second = await set(world.admin.token, 9, firstVersion);
  assert.equal(second.body.error, 'changedMeanwhile');
  const { by, now, version } = second.body.detail as { by: string; now: { levels: number[] }[]; version: string };
  assert.deepEqual([by, now[0]?.levels[3]], ['li.wei', 6]);
  assert.equal((await limits())[0]?.levels[3], 6);
  assert.equal((await set(world.admin.token, 9, version)).status, 200);
  const { changes, total } = (await server.call(thresholds.thresholdChanges, { pointId }, world.admin.token)).body;
  assert.deepEqual(
    changes
      .slice(0, 3)
      .map((each) => [each.by, each.reason, each.before[0]?.levels[3] ?? null, each.after[0]?.levels[3]]),
    [
      [admin, 'red 9', 6, 9],
      ['li.wei', 'red 6', 5, 6],
      [admin, 'red 5', changes[2]?.before[0]?.levels[3] ?? null, 5],
    ],
  );
  assert.equal(total >= 3, true);
});

test('of two writes at the same moment one is refused', async () => {
  const { pointId } = world;
  const before = (await server.call(points.get, { pointId }, world.admin.token)).body.measuringPoint;
  const answers = await Promise.all(
    ['Left', 'Right'].map((name) => {
      const route = points.update as unknown as Route;
      return request(route, { pointId, name }, versionOf(before, ['name']));
    }),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});
