/** Plug-ins over HTTP: listed, switched, uninstalled; the three examples at work; what is used is not taken away by accident. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Format } from '@plumbline/contract/kernel/formats';
import { channels } from '@plumbline/contract/messages/channels';
import { plugins } from '@plumbline/contract/platform/plugins';
import { feedWaiting } from '@plumbline/contract/telemetry/feed-waiting';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { makeAccount, startServer } from '../../../../test/harness.ts';
import { ownPublisher, packageOf, put, putExample } from '../../../../test/plugins.fixtures.ts';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-plugins-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const settings = { PLUGIN_DIR: folder, PLUGIN_KEYS: ownPublisher, OUTBOUND_ALLOW: '127.0.0.1' };
const [server, world, other] = await openWorlds(['Plugged', 'Elsewhere'], settings);
const operator = await makeAccount(server, 'System', null, 'plugins.operator');
const { corporationId } = world;
const { token } = world.admin;

const listed = async () => (await server.call(plugins.list, {}, operator.token)).body;
const one = async (name: string) => (await listed()).plugins.find((each) => each.name === name);
const switchTo = (name: string, enabled: boolean, more: object = {}, as = operator.token) =>
  server.call(plugins.switch, { name, enabled, ...more } as never, as);

test('System accounts alone; what lies in the folder is off until somebody switches it on, as it was seen', async () => {
  putExample(folder, 'cayenne-lpp');
  for (const [route, input] of [
    [plugins.list, {}],
    [plugins.switch, { name: 'cayenne-lpp', enabled: true }],
    [plugins.uninstall, { name: 'cayenne-lpp' }],
  ] as const)
    assert.equal((await server.call(route as never, input as never, token)).status, 403);
  const found = await one('cayenne-lpp');
  assert.deepEqual([found?.state, found?.publisher, found?.version, found?.uses], ['off', 'Own', '1.0.0', []]);
  assert.deepEqual((await listed()).publishers, ['Own']);
  const decode = { codec: 'cayenne-lpp/lpp', bytes: '03670110', text: null, port: null };
  assert.equal((await server.call(plugins.decode, decode, token)).body.fault, 'off');
  assert.deepEqual((await server.call(plugins.offered, {}, token)).body.parts, []);
  assert.equal((await switchTo('cayenne-lpp', true, { digest: 'a'.repeat(64) })).status, 409);
  assert.equal((await switchTo('cayenne-lpp', true, { digest: found?.digest })).status, 200);
  assert.equal((await one('cayenne-lpp'))?.state, 'on');
  const { body } = await server.call(plugins.decode, { ...decode, bytes: '03670110056700FF' }, token);
  // The example of the published description: 27.2 and 25.5 degrees.
  assert.deepEqual(body.result?.records, [{ values: { temperature_3: 27.2, temperature_5: 25.5 } }]);
  const { parts } = (await server.call(plugins.offered, {}, token)).body;
  assert.deepEqual(
    parts.map(({ part }) => part),
    ['cayenne-lpp/lpp'],
  );
  const log = await server.db
    .selectFrom('operation')
    .select(['account_id', 'outcome'])
    .where('route', '=', 'PUT /plugins/{name}/switch')
    .where('outcome', '=', 'done')
    .execute();
  assert.deepEqual(log, [{ account_id: operator.id, outcome: 'done' }]);
});

test('what is refused says why, and is not switched on; a file that became another one is not run', async () => {
  put(folder, 'forged', packageOf('forged', 'x').replace(/"signature":"..../, '"signature":"AAAA'));
  assert.deepEqual([(await one('forged'))?.state, (await one('forged'))?.fault], ['refused', 'signature']);
  const refused = await switchTo('forged', true);
  assert.deepEqual([refused.status, refused.body.error], [409, 'pluginRefused']);
  const codec = (value: number) => `export const codecs = { c: () => ({ records: [{ values: { v: ${value} } }] }) };`;
  put(folder, 'fresh', packageOf('fresh', codec(1)));
  await switchTo('fresh', true);
  const decode = async () =>
    (await server.call(plugins.decode, { codec: 'fresh/c', bytes: '00', text: null, port: null }, token)).body;
  const { result, fault, detail } = await decode();
  assert.deepEqual([result?.records[0]?.values, fault, detail], [{ v: 1 }, null, '']);
  put(folder, 'fresh', packageOf('fresh', codec(2)));
  await server.call(
    plugins.switch,
    { name: 'fresh', enabled: true, digest: (await one('fresh'))?.digest ?? '' },
    operator.token,
  );
  assert.deepEqual((await decode()).result?.records[0]?.values, { v: 2 });
  put(folder, 'fresh', packageOf('fresh', codec(3)));
  assert.equal((await one('fresh'))?.state, 'changed');
  // A process that holds the old one finds out within seconds.
  const refusal = await until(decode, ({ fault }) => fault !== null);
  assert.equal(refusal.fault, 'changed');
  assert.equal((await server.call(plugins.uninstall, { name: 'fresh' }, operator.token)).status, 200);
  assert.equal(existsSync(join(folder, 'fresh.plugin')), false);
  assert.equal((await server.call(plugins.uninstall, { name: 'fresh' }, operator.token)).status, 404);
});

const format = Format.parse({
  content: 'json',
  codec: 'cayenne-lpp/lpp',
  rows: [{ from: 'temperature_3', channel: '1', quantity: 'temperature' }],
});
async function makeFeed(source: string) {
  const given = { corporationId, kind: 'webhook', name: `Feed ${source}`, wrapping: 'chirpStack' } as const;
  const { body } = await server.call(feeds.create, given as never, token);
  const feedId = body.feed.id;
  await server.call(feeds.assign, { corporationId, feedId, source, deviceId: world.device.id }, token);
  const set = await server.call(feeds.setFormat, { corporationId, feedId, source, format }, token);
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const send = async (hex: string, secondsAgo: number) => {
    const at = new Date(server.clock.now().getTime() - secondsAgo * 1000).toISOString();
    const message = {
      time: at,
      deviceInfo: { devEui: source },
      fPort: 1,
      data: Buffer.from(hex, 'hex').toString('base64'),
    };
    const response = await fetch(`${server.url}/api/feeds/${body.feed.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${body.secret}` },
      body: JSON.stringify(message),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const waiting = async () => (await server.call(feedWaiting.list, { corporationId, feedId }, token)).body;
  return { feedId, send, waiting };
}
const values = async () =>
  (
    await server.db.selectFrom('reading').select('values').where('point_id', '=', world.pointId).orderBy('at').execute()
  ).map((row) => row.values);

test('a codec: its values become readings; while it is off its messages wait, and come when it is on again', async () => {
  const { feedId, send, waiting } = await makeFeed('aa01');
  assert.deepEqual((await send('03670110', 300)).body, { stored: 1, unchanged: 0, refused: 0, unknown: 0 });
  assert.deepEqual(await values(), [[27.2]]);
  const used = await switchTo('cayenne-lpp', false);
  assert.deepEqual([used.status, used.body.error], [409, 'pluginInUse']);
  const { uses } = used.body.detail as { uses: { kind: string; corporation: string }[] };
  assert.deepEqual(
    uses.map(({ kind, corporation }) => [kind, corporation]),
    [['feedDevice', 'Plugged']],
  );
  assert.equal(
    (await server.call(plugins.uninstall, { name: 'cayenne-lpp' }, operator.token)).body.error,
    'pluginInUse',
  );
  assert.equal((await switchTo('cayenne-lpp', false, { evenUsed: true })).status, 200);
  const waits = await send('03670120', 240);
  assert.deepEqual([waits.status, waits.body['refused']], [200, 1]);
  await send('03670120', 240);
  const { total, waiting: rows } = await waiting();
  assert.deepEqual([total, rows[0]?.fault, rows[0]?.hex], [1, 'off', '03670120'], 'the same message waits once');
  const foreign = { corporationId: other.corporationId, feedId };
  assert.equal((await server.call(feedWaiting.list, foreign, other.admin.token)).status, 404);
  await server.gateway?.feeds.settled();
  const state = (await server.call(feeds.list, { corporationId }, token)).body.states.find(
    (each) => each.feedId === feedId,
  );
  assert.equal(state?.lastFault, 'codecFailed');
  await switchTo('cayenne-lpp', true);
  await server.gateway?.feeds.retried();
  assert.deepEqual(await values(), [[27.2], [28.8]]);
  assert.equal((await waiting()).total, 0);
});

test('a message that breaks its codec waits for itself, and keeps no other from being stored', async () => {
  const { feedId, send, waiting } = await makeFeed('aa02');
  assert.equal((await send('03FF01', 200)).body['refused'], 1);
  assert.deepEqual((await send('03670118', 190)).body['stored'], 1);
  const [row] = (await waiting()).waiting;
  assert.equal(row?.fault, 'failed');
  assert.match(row?.detail ?? '', /type 255/);
  await server.gateway?.feeds.retried();
  assert.equal((await waiting()).waiting[0]?.attempts, 1);
  await server.call(feedWaiting.retry, { corporationId, feedId }, token);
  await server.gateway?.feeds.retried();
  assert.equal((await waiting()).waiting[0]?.attempts, 2);
  assert.equal((await server.call(feedWaiting.discard, { corporationId, feedId }, token)).status, 200);
  assert.equal((await waiting()).total, 0);
});

test('what no text of the database may hold waits all the same, and what a plug-in says is made fit to be written', async () => {
  put(folder, 'odd', packageOf('odd', "export const codecs = { c: () => { throw new Error('a\\0b\\ud800') } };"));
  await switchTo('odd', true);
  const given = {
    corporationId,
    kind: 'webhook',
    name: 'Odd',
    wrapping: 'plain',
    place: { in: 'fixed', source: 'aa03' },
  } as const;
  const { feed, secret } = (await server.call(feeds.create, given as never, token)).body;
  const one = { corporationId, feedId: feed.id, source: 'aa03' };
  await server.call(feeds.assign, { ...one, deviceId: world.device.id }, token);
  await server.call(feeds.setFormat, { ...one, format: { ...format, codec: 'odd/c' } }, token);
  const response = await fetch(`${server.url}/api/feeds/${feed.key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ text: 'a\0b' }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  const { waiting } = (await server.call(feedWaiting.list, { corporationId, feedId: feed.id }, token)).body;
  assert.deepEqual(
    [waiting.length, waiting[0]?.fault, /^failed: a b/.test(waiting[0]?.detail ?? '')],
    [1, 'failed', true],
  );
  await server.gateway?.feeds.retried();
  assert.equal(
    (await server.call(feedWaiting.list, { corporationId, feedId: feed.id }, token)).body.waiting[0]?.attempts,
    1,
  );
  await server.call(feeds.remove, { corporationId, feedId: feed.id }, token);
});

test('a push type: what ntfy publishes is what arrives; other hosts are not reached; without its plug-in it says so', async () => {
  const ntfy = await openCheckingServer();
  after(() => ntfy.close());
  putExample(folder, 'ntfy');
  await switchTo('ntfy', true);
  const given = {
    corporationId,
    kind: 'plugin',
    name: 'ntfy',
    pushType: 'ntfy/topic',
    url: `${ntfy.url}/site-7`,
    secret: 'tk_secret',
  };
  const { body } = await server.call(channels.create, given as never, token);
  const channelId = body.channel.id;
  const sent = async () => (await server.call(channels.test, { corporationId, channelId, to: '' }, token)).body;
  ntfy.answer = () => ({ status: 200, body: '{"id":"xE73Iyuabi","event":"message"}' });
  assert.deepEqual(await sent(), { accepted: true, answer: 'HTTP 200 message xE73Iyuabi' });
  const [arrived] = ntfy.arrived;
  assert.deepEqual(
    [arrived?.method, arrived?.path, arrived?.headers['authorization']],
    ['POST', '/', 'Bearer tk_secret'],
  );
  const message = JSON.parse(arrived?.body ?? '') as Record<string, unknown>;
  assert.deepEqual([message['topic'], typeof message['title'], message['priority']], ['site-7', 'string', 3]);
  ntfy.answer = () => ({ status: 403, body: '{"code":40301,"http":403,"error":"forbidden"}' });
  assert.deepEqual(await sent(), { accepted: false, answer: 'HTTP 403 forbidden' });
  const patch = (more: object) => server.call(channels.update, { corporationId, channelId, ...more } as never, token);
  const moved = await patch({ url: 'https://elsewhere.example/site-7' });
  assert.deepEqual([moved.status, (moved.body.detail as { message: string }[])[0]?.message], [400, 'typeAgain']);
  const shown = (await server.call(channels.list, { corporationId }, token)).body.channels[0];
  assert.equal(JSON.stringify(shown).includes('tk_secret'), false);

  put(
    folder,
    'thief',
    packageOf(
      'thief',
      "export const pushes = { t: { request: ({ channel }) => ({ url: 'http://127.0.0.1:9/' + channel.secret }), outcome: () => ({ accepted: true }) } };",
      {
        capabilities: [{ kind: 'push', name: 't', title: 'T' }],
      },
    ),
  );
  await switchTo('thief', true);
  assert.equal((await patch({ pushType: 'thief/t', secret: 'again' })).status, 200);
  const stolen = await sent();
  assert.deepEqual([stolen.accepted, /may not send to/.test(stolen.answer)], [false, true]);
  assert.equal(stolen.answer.includes('again'), false, 'a secret is in no answer');
  await switchTo('thief', false, { evenUsed: true });
  assert.match((await sent()).answer, /cannot be called: off/);
});

test('another process of the installation hears of a switch, and a plug-in whose file is gone is missing there too', async () => {
  const second = await startServer({ DATABASE_URL: server.config.databaseUrl, ...settings });
  const decode = { codec: 'cayenne-lpp/lpp', bytes: '03670110', text: null, port: null };
  const there = async () => (await second.call(plugins.decode, decode, token)).body.fault;
  assert.equal(await there(), null);
  await switchTo('cayenne-lpp', false, { evenUsed: true });
  const until = Date.now() + 5_000;
  while ((await there()) === null && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(await there(), 'off');
  await switchTo('cayenne-lpp', true);
  assert.equal(
    (await server.call(plugins.uninstall, { name: 'cayenne-lpp', evenUsed: true }, operator.token)).status,
    200,
  );
  while ((await there()) !== 'missing' && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(await there(), 'missing');
  await second.close();
  const gone = await one('cayenne-lpp');
  assert.deepEqual([gone?.state, gone?.useCount], ['missing', 2], 'what is used stays in the list');
});
