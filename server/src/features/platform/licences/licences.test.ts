/** The licence: what is taken and what is refused, what it opens, and that its end stops nothing. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { alertCauses } from '@plumbline/contract/alerts/causes';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Route } from '@plumbline/contract/kernel/route';
import { corporations } from '@plumbline/contract/people/corporations';
import { sessions } from '@plumbline/contract/people/sessions';
import { licences } from '@plumbline/contract/platform/licences';
import { points } from '@plumbline/contract/points/points';
import { registry } from '@plumbline/contract/registry';
import { makeAccount, startServer } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { openLicence } from '../../../kernel/licence.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const [server, world] = await openWorlds(['Licensed'], { LICENCE_KEY: key });
const operator = await makeAccount(server, 'System', null, 'licences.operator');
const { fingerprint } = (await server.call(licences.fingerprint, {}, operator.token)).body;
const at = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString();

const fileOf = (over: object = {}, by: KeyObject = privateKey): string => {
  const terms = {
    format: 1,
    id: 'L-1',
    holder: 'Delta Survey',
    fingerprint,
    features: [],
    issuedAt: at(0),
    endsAt: at(30),
  };
  const payload = Buffer.from(JSON.stringify({ ...terms, ...over }));
  return JSON.stringify({
    payload: payload.toString('base64url'),
    signature: sign(null, payload, by).toString('base64url'),
  });
};
const install = (file: string, token = operator.token) => server.call(licences.install, { file }, token);
const info = async () => (await server.call(licences.info, {}, operator.token)).body;
const flags = async () => (await server.call(sessions.session, {}, world.admin.token)).body.corporation?.flags ?? {};
const faultOf = async (file: string) => {
  const { status, body } = await install(file);
  assert.deepEqual([status, body.error], [400, 'licenceImportFailed']);
  return (body.detail as { fault: string }).fault;
};
/** A route that the flag opens, as the server judges it. */
const graded = Object.values(registry as Record<string, Record<string, Route>>)
  .flatMap((routes) => Object.values(routes))
  .find(({ flag }) => flag === 'activeDataProcess');

test('without a licence everything is as it was', async () => {
  assert.deepEqual(await info(), { state: 'none', canImport: true, terms: null });
  assert.match(fingerprint, /^[\dA-F]{4}(-[\dA-F]{4}){7}$/);
  const again = await startServer({ DATABASE_URL: server.config.databaseUrl, LICENCE_KEY: key });
  assert.equal((await again.call(licences.fingerprint, {}, operator.token)).body.fingerprint, fingerprint);
  await again.close();
  assert.notEqual((await flags())['activeDataProcess'], false);
});

test('a licence that was signed with a flag of a former version holds, without that flag', () => {
  const opened = openLicence(fileOf({ features: ['activeVehicle', 'activeDataRotation'] }), key, fingerprint);
  assert.deepEqual('terms' in opened && opened.terms.features, ['activeVehicle']);
});

test('what is forged, changed, for another installation, over or no licence at all is refused, and says why', async () => {
  const other = generateKeyPairSync('ed25519').privateKey;
  assert.equal(await faultOf(fileOf({}, other)), 'signature');
  const sound = JSON.parse(fileOf()) as { payload: string; signature: string };
  const terms = JSON.parse(Buffer.from(sound.payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...terms, endsAt: null })).toString('base64url');
  assert.equal(await faultOf(JSON.stringify({ ...sound, payload: changed })), 'signature');
  assert.equal(await faultOf(JSON.stringify({ ...sound, signature: '' })), 'signature');
  assert.equal(await faultOf(fileOf({ fingerprint: fingerprint.replace(/^..../, '0000') })), 'otherInstallation');
  assert.equal(await faultOf(fileOf({ endsAt: at(-1) })), 'ended');
  assert.equal(await faultOf(fileOf({ features: ['everything'] })), 'unreadable');
  for (const text of ['nothing', '{}', '[]', '{"payload":1,"signature":2}'])
    assert.equal(await faultOf(text), 'unreadable');
  const keyless = await startServer({ DATABASE_URL: server.config.databaseUrl });
  const { body } = await keyless.call(licences.install, { file: fileOf() }, operator.token);
  assert.deepEqual(body.detail, { fault: 'noKey' });
  await keyless.close();
  assert.equal((await info()).state, 'none');
  assert.equal((await install(fileOf(), world.admin.token)).status, 403);
});

test('it opens the modules that it names, and closes the others by the server too', async () => {
  assert.ok(graded);
  const on = { corporationId: world.corporationId, flags: { activeAlertGrading: true, activeDataProcess: true } };
  assert.equal((await server.call(corporations.update, on, world.admin.token)).status, 200);
  assert.equal((await install(fileOf({ features: ['activeAlertGrading'] }))).status, 200);
  assert.deepEqual([(await info()).state, (await info()).terms?.holder], ['valid', 'Delta Survey']);
  const now = await flags();
  assert.deepEqual([now['activeAlertGrading'], now['activeDataProcess']], [true, false]);
  const { db } = server;
  assert.equal((await server.access.flagsOf(db, world.corporationId)).activeDataProcess, false);
});

test('one that was replaced does not come back, and a licence written into the database by hand is none', async () => {
  const old = fileOf({ issuedAt: at(-10), features: ['activeDataProcess', 'activeAlertGrading'] });
  assert.equal(await faultOf(old), 'older');
  const { db } = server;
  const before = await db.selectFrom('setting').select('value').where('key', '=', 'licence').executeTakeFirstOrThrow();
  const forged = fileOf({ endsAt: null }, generateKeyPairSync('ed25519').privateKey);
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify(forged) })
    .where('key', '=', 'licence')
    .execute();
  assert.equal((await info()).state, 'none');
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify(before.value) })
    .where('key', '=', 'licence')
    .execute();
  assert.equal((await info()).state, 'valid');
});

test('its end stops neither readings, nor alerts, nor reading: it only says so', async () => {
  server.clock.advance(31 * dayMs);
  const token = await server.tokenFor(operator.id);
  const { body } = await server.call(licences.info, {}, token);
  assert.equal(body.state, 'ended');
  const own = await server.tokenFor(world.admin.id);
  const sent = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at: server.clock.now().toISOString(), channels: { 1: { temperature: 18.2 } } }),
  });
  assert.equal(sent.status, 200, await sent.text());
  assert.equal((await server.call(points.get, { pointId: world.pointId }, own)).status, 200);
  assert.equal((await server.call(alerts.list, {}, own)).status, 200);
  assert.equal((await server.call(alertCauses.list, { corporationId: world.corporationId } as never, own)).status, 200);
  assert.equal((await server.call(sessions.session, {}, own)).body.corporation?.flags['activeAlertGrading'], true);
});

test('removed, every module may be switched on again', async () => {
  const token = await server.tokenFor(operator.id);
  assert.equal((await server.call(licences.remove, {}, token)).status, 200);
  assert.equal((await server.call(licences.remove, {}, token)).status, 404);
  const own = await server.tokenFor(world.admin.id);
  assert.equal((await server.call(sessions.session, {}, own)).body.corporation?.flags['activeDataProcess'], true);
});
