/** Settings that change while the installation runs: each acts, in every process, at once; secrets are sealed and never shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionOf } from '@plumbline/contract/kernel/versions';
import { operations } from '@plumbline/contract/platform/operations';
import { privateConf, runtimeNames } from '@plumbline/contract/platform/private-conf';
import { makeAccount, startServer } from '../../../../test/harness.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Settings']);
const other = await startServer({ DATABASE_URL: server.config.databaseUrl, DATA_DIR: server.config.dataDir });
const operator = await makeAccount(server, 'System', null, 'settings.operator');
const second = await makeAccount(server, 'System', null, 'settings.second');

const live = () => server.access.services.config;
const liveElsewhere = () => other.access.services.config;
const read = async () => {
  const { status, body } = await server.call(privateConf.get, {}, operator.token);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const set = async (values: object, token = operator.token) =>
  await server.call(privateConf.update, values as never, token);

/** What another process goes by comes with its listener: soon, and without anybody asking. */
const untilElsewhere = (isThere: () => boolean) => waitUntil(isThere, 'the other process goes by it');

test('what is set counts here before the answer, in the other process soon, and in a process that starts later', async () => {
  assert.equal(
    (await read()).sources.every(({ isOwn }) => !isOwn),
    true,
  );
  assert.equal(
    (await set({ operationDays: 0, diskAlarmGb: 7, retentionDays: 'camera=365, vibration=730' })).status,
    200,
  );
  const days = new Map([
    ['camera', 365],
    ['vibration', 730],
  ]);
  assert.deepEqual([live().operationDays, live().diskAlarmBytes, live().retentionDays], [0, 7e9, days]);
  await untilElsewhere(() => liveElsewhere().operationDays === 0);
  assert.deepEqual(liveElsewhere().retentionDays, days);
  const later = await startServer({ DATABASE_URL: server.config.databaseUrl });
  assert.equal(later.access.services.config.diskAlarmBytes, 7e9);
  await later.close();
  const source = (await read()).sources.find(({ setting }) => setting === 'diskAlarmGb');
  assert.deepEqual([source?.isOwn, source?.byName], [true, 'settings.operator']);
  assert.equal(
    (await read()).sources.find(({ setting }) => setting === 'hosts')?.isOwn,
    false,
    'what was not set stays',
  );
});

test('what is forgotten is as the environment says again, in both', async () => {
  assert.equal((await server.call(privateConf.reset, { setting: 'operationDays' }, operator.token)).status, 200);
  assert.equal(live().operationDays, 1095);
  await untilElsewhere(() => liveElsewhere().operationDays === 1095);
});

test('a secret acts, is sealed in the database, and stands in no answer and no log', async () => {
  const token = 'Watcher-secret-91';
  const metrics = (bearer: string, at = server.url) =>
    fetch(`${at}/metrics`, { headers: { authorization: `Bearer ${bearer}` } }).then(({ status }) => status);
  assert.equal(await metrics('another'), 403, 'without a token nobody is answered');
  assert.equal((await set({ metricsToken: token })).status, 200);
  assert.deepEqual([await metrics('another'), await metrics(token)], [401, 200]);
  await untilElsewhere(() => liveElsewhere().metricsToken === token);
  assert.equal(await metrics('another', other.url), 401);
  const answer = await read();
  assert.equal(answer.values.metricsToken.isSet, true);
  const { body } = await server.call(operations.list, { keyword: '/private-conf' }, operator.token);
  assert.ok(body.operations.some(({ accountName }) => accountName === 'settings.operator'));
  const { rows } = await server.database.pool.query('SELECT * FROM runtime_setting');
  for (const text of [answer, body, rows].map((each) => JSON.stringify(each))) assert.ok(!text.includes(token));
  await server.call(privateConf.reset, { setting: 'metricsToken' }, operator.token);
  assert.equal(await metrics('another'), 403);
});

test('tiles, hosts and outbound targets act on the next request', async () => {
  const page = () => fetch(`${server.url}/config/tiles.json`);
  assert.deepEqual(await (await page()).json(), { tiles: [] });
  const tilesUrl = 'https://tiles.example/{z}/{x}/{y}.png';
  await set({ tilesUrl, outboundAllow: ['127.0.0.1'] });
  const answer = await page();
  assert.deepEqual(await answer.json(), { tiles: [tilesUrl] });
  assert.match(answer.headers.get('content-security-policy') ?? '', /https:\/\/tiles\.example/);
  const { outbound } = server.access.services;
  assert.equal((await outbound.send(`${server.url}/livez`)).status, 200);
  await set({ outboundAllow: [] });
  await assert.rejects(outbound.send(`${server.url}/livez`), /refused/);
});

test('a stored token goes to no other server unless it is typed again', async () => {
  const first = { simQueryUrl: 'https://sims.example/v1/{iccid}', simQueryToken: 'Sims-secret-3' };
  assert.equal((await set(first)).status, 200);
  assert.equal((await set({ simQueryUrl: 'https://sims.example/v2/{iccid}' })).status, 200, 'the same server');
  const { status, body } = await set({ simQueryUrl: 'https://thief.example/{iccid}' });
  assert.equal(status, 400);
  assert.deepEqual(body.detail, [{ path: 'simQueryToken', message: 'typeAgain' }]);
  assert.equal((await set({ simQueryUrl: 'https://other.example/{iccid}', simQueryToken: 'Other-4' })).status, 200);
  assert.deepEqual(live().simQuery, { url: 'https://other.example/{iccid}', key: 'Other-4' });
  await server.call(privateConf.reset, { setting: 'simQueryUrl' }, operator.token);
  assert.equal(live().simQuery, null);
  assert.equal((await read()).values.simQueryToken.isSet, false, 'the token went with its address');
});

test('nobody shuts themselves out, and what makes no sense is refused by field', async () => {
  const wrong: [object, string, string][] = [
    [{ retentionDays: 'camera=0' }, 'retentionDays', 'retentionDays'],
    [{ retentionDays: 'nothing=5' }, 'retentionDays', 'retentionDays'],
    [{ retentionDays: 'camera=5, camera=6' }, 'retentionDays', 'retentionDays'],
    [{ outboundAllow: ['10.0.0.0/99'] }, 'outboundAllow.0', 'outboundTarget'],
    [{ simQueryUrl: 'https://sims.example/cards' }, 'simQueryUrl', 'simQueryUrl'],
  ];
  for (const [input, path] of wrong) {
    const { status, body } = await set(input);
    assert.equal(status, 400, JSON.stringify(input));
    assert.ok(JSON.stringify(body).includes(path), JSON.stringify(body));
  }
  const response = await fetch(`${server.url}/api/private-conf`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${operator.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ hosts: ['elsewhere.example'] }),
  });
  assert.equal(response.status, 200, 'this machine itself may always call');
  await server.call(privateConf.reset, { setting: 'hosts' }, operator.token);
});

test("two people on one setting are told; two on different ones are not in each other's way", async () => {
  const before = (await read()).values;
  const write = (input: Record<string, unknown>, token: string) =>
    fetch(`${server.url}/api/private-conf`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'if-match': `"${versionOf(before, Object.keys(input))}"`,
      },
      body: JSON.stringify(input),
    }).then(
      async (response) =>
        [response.status, (await response.json()) as { error?: string; detail?: { by?: string } }] as const,
    );
  assert.equal((await write({ waveformDays: 100 }, operator.token))[0], 200);
  const [status, body] = await write({ waveformDays: 200 }, second.token);
  assert.deepEqual([status, body.error, body.detail?.by], [409, 'changedMeanwhile', 'settings.operator']);
  assert.equal((await write({ deliveryDays: 10 }, second.token))[0], 200);
  assert.deepEqual([live().waveformDays, live().deliveryDays], [100, 10]);
});

test('who runs a corporation neither reads nor sets them', async () => {
  assert.equal((await server.call(privateConf.get, {}, world.admin.token)).status, 403);
  assert.equal((await set({ diskAlarmGb: 1 }, world.admin.token)).status, 403);
  assert.equal((await server.call(privateConf.reset, { setting: 'diskAlarmGb' }, world.admin.token)).status, 403);
});

test('a stored value that this version cannot read counts as none', async () => {
  await server.database.pool.query(
    `INSERT INTO runtime_setting (name, value, by_name, changed_at) VALUES ('logLevel', '"loud"', 'x', now())
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
  const later = await startServer({ DATABASE_URL: server.config.databaseUrl });
  assert.equal(later.access.services.config.logLevel, 'warn');
  await later.close();
});

test('every setting can be set', async () => {
  const { values } = await read();
  for (const setting of runtimeNames) {
    const value =
      typeof values[setting] === 'object' && values[setting] && 'isSet' in values[setting] ? 'token' : values[setting];
    const { status, body } = await set({ [setting]: setting === 'waveformDays' ? 30 : value });
    assert.equal(status, 200, `${setting} ${JSON.stringify(body)}`);
  }
  assert.ok((await read()).sources.every(({ isOwn }) => isOwn));
  await other.close();
});
