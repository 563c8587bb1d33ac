/** Data push to a receiver of our own that keeps every byte: order, outages, refusals, redirects, restarts, bounds, secrets. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { points } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { customPushTypes } from '@plumbline/contract/reports/push-formats';
import { readyFormats } from '@plumbline/contract/reports/push-formats.ready';
import { pushRules } from '@plumbline/contract/reports/push-rules';
import { pushSending } from '@plumbline/contract/reports/push-sending';
import { makeAccount, makeMember, startServer } from '../../../../test/harness.ts';
import { deliver } from '../../../../test/series.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { waitForStoring } from '../push-rules/push-rules.table.ts';

interface Got {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Mode = 200 | 400 | 500 | 'close' | 'redirect' | 'large' | 'silent';
/** What receivers answer by path, and what they were sent. */
const modes = new Map<string, Mode>();
const got: Got[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const url = new URL(request.url ?? '/', 'http://receiver');
  got.push({ path: url.pathname + url.search, headers: request.headers, body });
  const mode = modes.get(url.pathname) ?? 200;
  if (url.pathname === '/token')
    response.end(JSON.stringify({ access_token: `token-${got.length}`, expires_in: 3600 }));
  else if (mode === 'close') response.destroy();
  else if (mode === 'silent') return;
  else if (mode === 'redirect') response.writeHead(307, { location: 'http://169.254.169.254/' }).end();
  else if (mode === 'large') response.end('x'.repeat(200_000));
  else response.writeHead(mode).end(mode === 200 ? 'thanks' : 'no');
});
await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
after(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const home = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const [server, world, other] = await openWorlds(['Push', 'Elsewhere'], { OUTBOUND_ALLOW: '127.0.0.1' });
const { projectId } = world;
const token = () => server.tokenFor(world.admin.id);
const ready = (code: string) => readyFormats.find((each) => each.code === code)!.format;
type FormatInput = Partial<InputOf<typeof customPushTypes.create.input>>;

async function makeFormat(name: string, layout: FormatInput) {
  const input = { projectId, name, ...ready('json'), ...layout } as InputOf<typeof customPushTypes.create.input>;
  const { status, body } = await server.call(customPushTypes.create, input, await token());
  assert.equal(status, 200, JSON.stringify(body));
  return body.customPushType.id;
}
const makeRule = async (input: Partial<InputOf<typeof pushRules.create.input>> & { name: string; formatId: number }) =>
  (
    await server.call(
      pushRules.create,
      { projectId, url: `${home}/${input.name.replaceAll(' ', '-')}`, ...input },
      await token(),
    )
  ).body;
const rules = async () => (await server.call(pushRules.list, { projectId }, await token())).body.pushRules;
const ruleOf = async (id: number) => (await rules()).find((each) => each.id === id)!;
const change = async (pushRuleId: number, input: object) =>
  (await server.call(pushRules.update, { projectId, pushRuleId, ...input } as never, await token())).body;
const drop = async (pushRuleId: number) =>
  await server.call(pushRules.remove, { projectId, pushRuleId }, await token());
const bodiesAt = (path: string) => got.filter((each) => each.path.split('?')[0] === path).map(({ body }) => body);
const valuesAt = (path: string) =>
  bodiesAt(path).flatMap((body) => JSON.parse(body).data.map((row: { value: number }) => row.value));

let nextAt = Date.parse('2026-03-18T05:00:00Z');
/** Readings of the next minutes, as the device of the world sends them. */
async function measure(...values: number[]): Promise<void> {
  const readings = values.map((temperature, i) => ({ at: nextAt + (i + 1) * 60_000, temperature }));
  nextAt += values.length * 60_000;
  const { stored } = await deliver(server, world, readings);
  assert.equal(stored, values.length);
  await server.work!.settle();
}
async function send(): Promise<void> {
  await server.work!.settle();
  await server.tick('send-pushes');
}
const failureOf = (body: unknown) => body as { readonly error?: string; readonly detail?: { readonly fault?: string } };
const json = await makeFormat('Plain', {});

test('what arrives is sent at once, in order, with what the format says', async () => {
  const { pushRule } = await makeRule({ name: 'plain', formatId: json });
  await measure(20, 21);
  await send();
  const [body] = bodiesAt('/plain');
  assert.deepEqual(JSON.parse(body!), {
    data: [20, 21].map((value, i) => ({
      time: new Date(nextAt - (1 - i) * 60_000).toISOString(),
      structure: 'Main dam',
      point: 'T-1',
      field: 'temperature',
      value,
      unit: '°C',
    })),
    project: 'Push project',
    sentAt: server.clock.now().toISOString(),
    count: 2,
  });
  assert.equal(got.at(-1)!.headers['content-type'], 'application/json');
  const rule = await ruleOf(pushRule.id);
  assert.deepEqual([rule.state, rule.waiting, rule.fault, rule.lost], ['upToDate', 0, null, null]);
  await drop(pushRule.id);
});

test('a receiver that is away, fails, closes or redirects loses nothing, and another rule goes on', async () => {
  const away = (await makeRule({ name: 'away', formatId: json })).pushRule;
  const well = (await makeRule({ name: 'well', formatId: json })).pushRule;
  let value = 100;
  for (const [mode, fault] of [
    [500, 'status'],
    ['close', 'unreachable'],
    ['redirect', 'redirected'],
  ] as const) {
    modes.set('/away', mode);
    await measure(value++);
    await send();
    const rule = await ruleOf(away.id);
    assert.deepEqual([rule.state, rule.fault], ['failing', fault], `${mode}`);
    const before = bodiesAt('/away').length;
    await send();
    assert.equal(bodiesAt('/away').length, before, 'its next try waits');
    await server.clock.advance(16 * 60_000);
  }
  assert.deepEqual(valuesAt('/well'), [100, 101, 102]);
  got.length = 0;
  modes.delete('/away');
  await send();
  assert.deepEqual(valuesAt('/away'), [100, 101, 102]);
  assert.deepEqual([(await ruleOf(away.id)).state, (await ruleOf(away.id)).waiting], ['upToDate', 0]);
  await drop(away.id);
  await drop(well.id);
});

test('an answer of any length counts as its status says, and no more of it is read than is shown', async () => {
  const { pushRule } = await makeRule({ name: 'large', formatId: json });
  modes.set('/large', 'large');
  await measure(1, 2);
  await send();
  assert.deepEqual(valuesAt('/large'), [1, 2], 'sent once');
  const { body } = await server.call(pushSending.logs, { projectId, pushRuleId: pushRule.id }, await token());
  assert.deepEqual(
    body.logs.map(({ status, fault, answer }) => [status, fault, answer.length]),
    [[200, null, 500]],
  );
  assert.equal((await ruleOf(pushRule.id)).state, 'upToDate');
  await drop(pushRule.id);
});

test('a receiver that does not answer is given up after its time, and another rule does not wait for it', async () => {
  const slow = (await makeRule({ name: 'slow', formatId: json })).pushRule;
  const well = (await makeRule({ name: 'swift', formatId: json })).pushRule;
  modes.set('/slow', 'silent');
  await measure(1);
  let isOver = false;
  const sending = send().finally(() => (isOver = true));
  await waitUntil(async () => valuesAt('/swift').length === 1, 'the other rule has sent');
  assert.equal(isOver, false, 'the receiver that does not answer is still waited for');
  await sending;
  const rule = await ruleOf(slow.id);
  assert.deepEqual([rule.state, rule.fault, rule.waiting], ['failing', 'timeout', 1]);
  modes.delete('/slow');
  server.clock.advance(60_000);
  await send();
  assert.deepEqual(valuesAt('/slow'), [1, 1], 'the message that was not answered comes again');
  await drop(slow.id);
  await drop(well.id);
});

test('the sender is ended with a message on its way: another one goes on, nothing is lost, order is kept', async () => {
  const { pushRule } = await makeRule({ name: 'ended', formatId: json, batchSize: 2 });
  modes.set('/ended', 'silent');
  await measure(1, 2, 3, 4, 5);
  const first = await startServer({ DATABASE_URL: server.config.databaseUrl!, OUTBOUND_ALLOW: '127.0.0.1' });
  first.clock.advance(server.clock.now().getTime() - first.clock.now().getTime());
  const sending = first.tick('send-pushes').catch(() => undefined);
  await waitUntil(async () => bodiesAt('/ended').length === 1, 'a message is on its way');
  await first.close();
  await sending;
  assert.equal((await ruleOf(pushRule.id)).waiting, 5, 'what was not answered still waits');
  modes.delete('/ended');
  got.length = 0;
  server.clock.advance(60_000);
  const second = await startServer({ DATABASE_URL: server.config.databaseUrl!, OUTBOUND_ALLOW: '127.0.0.1' });
  second.clock.advance(server.clock.now().getTime() - second.clock.now().getTime());
  await second.tick('send-pushes');
  await second.close();
  assert.deepEqual(valuesAt('/ended'), [1, 2, 3, 4, 5]);
  await drop(pushRule.id);
});

test('a rule is switched on while another gateway holds plans of before: no reading after it is skipped', async () => {
  const gateway = await startServer({ ROLES: 'gateway', DATABASE_URL: server.config.databaseUrl! });
  const through = { ...server, url: gateway.url } as typeof server;
  const one = async (temperature: number) => {
    nextAt += 60_000;
    assert.equal((await deliver(through, world, [{ at: nextAt, temperature }])).stored, 1);
  };
  await one(1);
  // It hears of no change from now on.
  await gateway.listener.close();
  const { pushRule } = await makeRule({ name: 'cached', formatId: json });
  await one(2);
  await send();
  assert.deepEqual(valuesAt('/cached'), [2]);

  // Switched off and on while readings stream: all that were sent after the answer are there.
  for (let round = 0; round < 5; round++) {
    await change(pushRule.id, { enabled: false });
    got.length = 0;
    const stream = (async () => {
      for (let i = 0; i < 5; i++) await one(1000 + i);
    })();
    await change(pushRule.id, { enabled: true });
    await stream;
    await one(7);
    await send();
    assert.equal(valuesAt('/cached').at(-1), 7);
  }

  // Storing waits for a rule that is being switched on, and then sees it.
  await change(pushRule.id, { enabled: false });
  got.length = 0;
  let stored: Promise<void> | undefined;
  await server.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('push_rule').set({ enabled: true }).where('id', '=', pushRule.id).execute();
    await waitForStoring(transaction, projectId);
    stored = one(9);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await stored;
  await send();
  assert.deepEqual(valuesAt('/cached'), [9]);
  await gateway.close();
  await drop(pushRule.id);
  server.clock.advance(4 * 3_600_000);
});

test('a message that the receiver refuses is kept with its reason, the others go on, and it is sent again', async () => {
  const { pushRule } = await makeRule({ name: 'picky', formatId: json });
  modes.set('/picky', 400);
  await measure(1);
  await send();
  modes.delete('/picky');
  await measure(2);
  await send();
  const { body } = await server.call(pushSending.logs, { projectId, pushRuleId: pushRule.id }, await token());
  assert.deepEqual(
    body.refusals.map(({ items, fault, detail }) => [items, fault, detail]),
    [[1, 'status', '400 no']],
  );
  assert.deepEqual(
    body.logs.map(({ status, rows }) => [status, rows]),
    [
      [200, 1],
      [400, 1],
    ],
  );
  assert.equal((await ruleOf(pushRule.id)).state, 'incomplete', 'not up to date while a message lies refused');
  got.length = 0;
  const replayed = await server.call(pushSending.replay, { projectId, pushRuleId: pushRule.id }, await token());
  assert.equal(replayed.body.messages, 1);
  await send();
  assert.deepEqual(valuesAt('/picky'), [1]);

  modes.set('/picky', 400);
  for (const value of [3, 4, 5, 6]) {
    await measure(value);
    await send();
  }
  const rule = await ruleOf(pushRule.id);
  assert.deepEqual(
    [rule.refused, rule.waiting, rule.state],
    [3, 1, 'failing'],
    'then it is not the message: what follows waits',
  );
  modes.delete('/picky');
  await drop(pushRule.id);
});

test('a batch whose answer never came is sent again, and nothing is left out', async () => {
  const { pushRule } = await makeRule({ name: 'restart', formatId: json, batchSize: 2 });
  await measure(1, 2, 3, 4, 5);
  modes.set('/restart', 'close');
  await send();
  modes.delete('/restart');
  got.length = 0;
  server.clock.advance(60_000);
  await send();
  assert.deepEqual(
    bodiesAt('/restart').map((body) => JSON.parse(body).count),
    [2, 2, 1],
  );
  assert.deepEqual(valuesAt('/restart'), [1, 2, 3, 4, 5]);
  await drop(pushRule.id);
});

test('late readings are sent, corrected ones again; paused they wait, off nothing is collected', async () => {
  const { pushRule } = await makeRule({ name: 'late', formatId: json });
  await measure(10);
  const late = nextAt - 30_000;
  await deliver(server, world, [{ at: late, temperature: 9 }]);
  await send();
  assert.deepEqual(valuesAt('/late'), [10, 9]);
  await change(pushRule.id, { paused: true });
  await measure(11);
  await send();
  assert.deepEqual([(await ruleOf(pushRule.id)).state, (await ruleOf(pushRule.id)).waiting], ['paused', 1]);
  await change(pushRule.id, { paused: false });
  await send();
  assert.deepEqual(valuesAt('/late'), [10, 9, 11]);
  await change(pushRule.id, { enabled: false });
  await measure(12);
  await change(pushRule.id, { enabled: true });
  await send();
  assert.deepEqual(valuesAt('/late'), [10, 9, 11]);
  await drop(pushRule.id);

  // Measured after the rule was made, and corrected then.
  nextAt = server.clock.now().getTime();
  const again = (await makeRule({ name: 'again', formatId: json })).pushRule;
  server.clock.advance(10 * 60_000);
  await measure(50, 51);
  await send();
  got.length = 0;
  const shift = {
    pointId: world.pointId,
    startAt: new Date(nextAt).toISOString(),
    endAt: null,
    fixes: { temperature: 1 },
    reason: 'Sensor was moved',
  };
  const shifted = await server.call(corrections.createShift, shift as never, await token());
  assert.equal(shifted.status, 200, JSON.stringify(shifted.body));
  await send();
  assert.deepEqual(valuesAt('/again'), [50], 'as pages show it');
  await drop(again.id);
});

test('what waits for longer than the rule keeps it is left out and said; a back-fill sends it', async () => {
  const { pushRule } = await makeRule({ name: 'week', formatId: json, keepDays: 7 });
  modes.set('/week', 500);
  nextAt = server.clock.now().getTime() - 3_600_000;
  await measure(1, 2);
  const from = new Date(nextAt - 61_000).toISOString();
  const to = new Date(nextAt + 1_000).toISOString();
  server.clock.advance(8 * 86_400_000);
  await server.tick('tidy-pushes');
  const lost = (await ruleOf(pushRule.id)).lost!;
  assert.deepEqual([lost.count, lost.to], [2, new Date(nextAt).toISOString()]);
  modes.delete('/week');
  got.length = 0;
  const { body } = await server.call(
    pushSending.backfill,
    { projectId, pushRuleId: pushRule.id, from, to },
    await token(),
  );
  assert.ok(body.taskId > 0);
  await send();
  assert.equal(valuesAt('/week').length, 2);
  assert.equal((await ruleOf(pushRule.id)).lost, null);
  await drop(pushRule.id);
});

test('auth keys: a hash of its inputs and the secret, a digest of the body, a token that is kept', async () => {
  const formatId = await makeFormat('Signed', {
    authKeys: [
      { path: 'appKey', place: 'header', method: 'fixed' },
      { path: 'ts', place: 'query', method: 'timestamp', unit: 'ms' },
      { path: 'nonce', place: 'query', method: 'random', length: 12 },
      { path: 'sign', place: 'body', method: 'hash', algorithm: 'sha256', inputs: ['ts', 'nonce'] },
      { path: 'x-digest', place: 'header', method: 'body', algorithm: 'md5' },
      { path: 'authorization', place: 'header', method: 'oauth' },
    ],
  });
  const missing = await makeRule({ name: 'no secret', formatId, secrets: { appKey: 'k' } });
  assert.deepEqual([failureOf(missing).error, failureOf(missing).detail?.fault], ['pushParameter', 'secretMissing']);
  const secrets = { appKey: 'app-secret', sign: 'sign-secret', authorization: 'client-secret' };
  const { pushRule } = await makeRule({ name: 'signed', formatId, secrets, tokenUrl: `${home}/token`, clientId: 'me' });
  assert.ok(!JSON.stringify(pushRule).includes('-secret'));
  nextAt = server.clock.now().getTime() - 3_600_000;
  got.length = 0;
  await measure(1);
  await send();
  await measure(2);
  await send();
  assert.equal(bodiesAt('/token').length, 1, 'the token is kept');
  const sent = got.find(({ path }) => path.startsWith('/signed'))!;
  const query = new URL(sent.path, home).searchParams;
  assert.equal(sent.headers['appkey'], 'app-secret');
  assert.match(String(sent.headers['authorization']), /^Bearer token-\d+$/);
  assert.equal(sent.headers['x-digest'], createHash('md5').update(sent.body).digest('hex'));
  assert.equal(
    JSON.parse(sent.body).sign,
    createHash('sha256')
      .update(`${query.get('ts')}${query.get('nonce')}sign-secret`)
      .digest('hex'),
  );
  const trial = await server.call(pushSending.test, { projectId, pushRuleId: pushRule.id }, await token());
  assert.equal(trial.body.status, 200, JSON.stringify(trial.body));
  assert.ok(!/-secret|token-/.test(JSON.stringify(trial.body)), 'secrets are masked');
  const rows = await server.db.selectFrom('push_rule').select('secrets').execute();
  assert.ok(!JSON.stringify(rows).includes('-secret'), 'and sealed');

  const elsewhere = await change(pushRule.id, { url: 'https://elsewhere.example/' });
  assert.deepEqual(
    [failureOf(elsewhere).error, failureOf(elsewhere).detail?.fault],
    ['pushParameter', 'secretMissing'],
  );
  await drop(pushRule.id);
});

test('alerts go out with their states; addresses inside and points of others are refused', async () => {
  const formatId = await makeFormat('Alerts', ready('alerts'));
  const { pushRule } = await makeRule({ name: 'alerts', formatId });
  await server.db.transaction().execute(async (transaction) => {
    const { emit } = await import('../../../kernel/events.ts');
    await emit(transaction, server.clock.now(), 'alertRaised', { alertId: world.alertId, projectId });
  });
  await send();
  const [body] = bodiesAt('/alerts');
  const { level, status, released, point } = JSON.parse(body!);
  assert.deepEqual([level, status, released, point], [2, 'Pending', 0, 'T-1']);
  await drop(pushRule.id);

  const inside = (await makeRule({ name: 'inside', formatId: json, url: 'http://10.1.2.3/' })).pushRule;
  await measure(1);
  await send();
  assert.equal((await ruleOf(inside.id)).fault, 'addressRefused');
  await drop(inside.id);
  const foreign = await makeRule({
    name: 'foreign',
    formatId: json,
    selection: { pointIds: [other.pointId] },
  } as never);
  assert.equal(failureOf(foreign).error, 'notFound');
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'push.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  const refused = await server.call(pushRules.create, { projectId, name: 'x', formatId: json, url: home }, guest.token);
  assert.equal(refused.body.error, 'notAllowed');
});

test('a point that is deleted stays named, takes nothing, and holds up no other change of its rule', async () => {
  const gone = await server.call(
    points.create,
    { projectId, structureId: world.structureId, name: 'Gone', family: 'temperature', mode: 4 },
    await token(),
  );
  assert.equal(gone.status, 200, JSON.stringify(gone.body));
  const pointId = gone.body.measuringPoint.id;
  const { pushRule } = await makeRule({
    name: 'named',
    formatId: json,
    selection: { structureIds: [], families: [], pointIds: [pointId] },
  });
  await server.db.deleteFrom('point').where('id', '=', pointId).execute();
  const changed = await change(pushRule.id, { selection: pushRule.selection, batchSize: 5 });
  assert.deepEqual(changed.pushRule.selection.pointIds, [pointId]);
  await measure(77);
  await send();
  assert.deepEqual(valuesAt('/named'), [], 'not everything, now that nothing of what was named is left');
  await drop(pushRule.id);
});

test('points are chosen by structure and family; intervals and times wait for their hour', async () => {
  const families = (await makeRule({ name: 'cracks', formatId: json, selection: { families: ['crack'] } } as never))
    .pushRule;
  const main = (
    await makeRule({ name: 'main', formatId: json, selection: { structureIds: [world.structureId] } } as never)
  ).pushRule;
  const hourly = (await makeRule({ name: 'hourly', formatId: json, mode: 0, intervalMinutes: 60 })).pushRule;
  nextAt = server.clock.now().getTime() - 1_800_000;
  await measure(7);
  await send();
  assert.deepEqual(
    [valuesAt('/main'), valuesAt('/cracks'), valuesAt('/hourly')],
    [[6], [], []],
    'less by its correction',
  );
  server.clock.advance(Date.parse((await ruleOf(hourly.id)).nextAt) - server.clock.now().getTime());
  await send();
  assert.deepEqual(valuesAt('/hourly'), [6]);
  const noTimes = await makeRule({ name: 'daily', formatId: json, mode: 1 });
  assert.equal(failureOf(noTimes).error, 'pushParameter');
  for (const { id } of [families, main, hourly]) await drop(id);
});
