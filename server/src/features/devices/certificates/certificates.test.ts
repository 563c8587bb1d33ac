/** Devices that come in by a client certificate, with mosquitto_pub and OpenSSL as the peers that nobody here wrote. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { certificates } from '@plumbline/contract/devices/certificates';
import { devices } from '@plumbline/contract/devices/devices';
import { frames } from '@plumbline/contract/devices/frames';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import { startServer } from '../../../../test/harness.ts';
import { openCertificates } from '../../../../test/openssl.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const made = openCertificates();
const own = made.selfSigned('/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1');
const tls = { MQTT_PORT: '0', MQTT_TLS_PORT: '0', MQTT_TLS_CERT: own.cert, MQTT_TLS_KEY: own.key };
const [server, north, south] = await openWorlds(['North', 'South'], tls, new Date());
const { token } = north.admin;
const { sncode, id: deviceId, secret } = north.device;
const corporationId = north.corporationId;
const port = String(server.gateway!.mqtt!.tlsPort);
const skip = spawnSync('mosquitto_pub', ['--help']).error ? 'mosquitto_pub is not installed' : false;

let second = 0;
const record = () =>
  JSON.stringify({
    at: server.clock.now().getTime() - 3_600_000 + 1000 * second++,
    channels: { 1: { temperature: 18 } },
  });

type Shown = { readonly cert: string; readonly key: string } | null;
const argumentsOf = (shown: Shown, more: readonly string[]) => [
  ...['-h', '127.0.0.1', '-p', port, '--cafile', own.cert, '-q', '1', '-i', `c${second++}`],
  ...(shown ? ['--cert', shown.cert, '--key', shown.key] : []),
  ...more,
];
/** Returns whether mosquitto_pub could deliver a reading; by its certificate alone unless told. */
async function delivers(shown: Shown, more: readonly string[] = [], to = sncode): Promise<boolean> {
  const args = argumentsOf(shown, ['-t', `devices/${to}/readings`, '-m', record(), ...more]);
  // What OpenSSL has just made begins just now.
  if (server.clock.now() < new Date()) server.clock.set(new Date(Date.now() + 1_000));
  const child = spawn('mosquitto_pub', args, { timeout: 20_000 });
  return (await new Promise((resolve) => child.once('close', resolve))) === 0;
}
/** A device that stays connected, until the server ends its connection. */
function stays(shown: Shown, more: readonly string[] = []): void {
  spawn('mosquitto_sub', argumentsOf(shown, ['-t', `devices/${sncode}/commands`, ...more]));
}
const links = () => [...(server.gateway!.mqtt!.holds(sncode) ? [sncode] : [])];
const connected = () => waitUntil(async () => links().length > 0, 'the device is connected');
const gone = () => waitUntil(async () => links().length === 0, 'its connection has ended');

const issue = async (given: Partial<{ days: number; keyType: 'ec' | 'rsa'; request: string }> = {}) => {
  const { status, body } = await server.call(certificates.issue, { deviceId, ...given }, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const listed = async () => (await server.call(certificates.ofDevice, { deviceId }, token)).body;
/** Why the device was refused last, as its page shows it. */
const refusal = async () => {
  const { body } = await server.call(devices.get, { deviceId }, token);
  return (
    (body.device.refused.detail as { detail?: { certificate?: string } | null } | null)?.detail?.certificate ?? null
  );
};
const isRefusedFor = (fault: string | null) =>
  waitUntil(async () => (await refusal()) === fault, `the device page says ${fault}`);

test('a certificate of the own authority lets its device in without a name or secret, and says when', {
  skip,
}, async () => {
  const { certificate, pem, key, authority } = await issue();
  assert.equal(certificate.lastUsedAt, null);
  assert.ok(authority.includes('BEGIN CERTIFICATE') && key?.includes('BEGIN PRIVATE KEY'));
  const files = made.saved(pem, key ?? '');
  assert.equal(await delivers(files), true);
  assert.equal(await delivers(files, ['-u', sncode]), true, 'with its name');
  const usedAt = server.clock.now().toISOString();
  assert.equal(
    await delivers(files, ['-u', south.device.sncode], south.device.sncode),
    false,
    'in the name of another',
  );
  const { certificates: found, address } = await listed();
  assert.equal(found[0]?.lastUsedAt, usedAt);
  assert.deepEqual(address, { host: '127.0.0.1', port: Number(port) });
  const stored = await server.db.selectFrom('certificate_authority').selectAll().executeTakeFirstOrThrow();
  assert.ok(stored.sealed_key && !stored.sealed_key.includes('PRIVATE'), 'the key of the authority lies sealed');
  const everything = JSON.stringify(await server.db.selectFrom('device_certificate').selectAll().execute());
  assert.ok(!everything.includes('PRIVATE'), 'the key of the device is kept nowhere');
  const log = JSON.stringify(await server.db.selectFrom('operation').selectAll().execute());
  assert.ok(log.includes('certificates') && !log.includes('PRIVATE'));
});

test('a key that never leaves the device: by a request; RSA where a device knows no curves', { skip }, async () => {
  const csr = made.request('/CN=whatever it says');
  const { pem, key, certificate } = await issue({ request: made.text(csr.request) });
  assert.equal(key, null);
  assert.equal(certificate.origin, 'request');
  assert.equal(await delivers({ cert: made.saved(pem, '').cert, key: csr.key }), true);
  const rsa = await issue({ keyType: 'rsa', days: 30 });
  assert.equal(await delivers(made.saved(rsa.pem, rsa.key ?? '')), true);
  const weak = made.request('/CN=x', ['-newkey', 'rsa:1024', '-nodes']);
  for (const [request, reason] of [
    ['no request', 'unreadable'],
    [made.text(weak.request), 'weak'],
  ] as const) {
    const { status, body } = await server.call(certificates.issue, { deviceId, request }, token);
    assert.deepEqual([status, body.error, body.detail], [400, 'certificateRefused', { reason }]);
  }
});

test('an authority of theirs lets in the devices of its corporation that it names, and nobody else', {
  skip,
}, async () => {
  const theirs = made.authority('North loggers');
  const byTheirs = made.issued(theirs, `/O=North/CN=${sncode}`);
  assert.equal(await delivers(byTheirs), false, 'before it is known');
  await isRefusedFor('unknownAuthority');
  const add = (to: number, by: string, files = theirs) =>
    server.call(
      certificates.addAuthority,
      { corporationId: to, name: 'Loggers', certificate: made.text(files.cert) },
      by,
    );
  assert.equal((await add(corporationId, token)).status, 200);
  assert.deepEqual((await add(corporationId, token)).body.detail, { reason: 'known' });
  assert.deepEqual(
    (await add(corporationId, token, made.selfSigned('/CN=x', '-addext', 'basicConstraints=CA:FALSE'))).body.detail,
    {
      reason: 'notAuthority',
    },
  );
  assert.equal(await delivers(byTheirs), true);
  assert.equal((await listed()).certificates[0]?.origin, 'seen');
  const bySan = made.issued(theirs, '/CN=logger', { extensions: `subjectAltName=DNS:${sncode}` });
  assert.equal(await delivers(bySan), false, 'whose is it?');
  assert.equal(await delivers(bySan, ['-u', sncode]), true, 'it names the device beside another name');
  // A device of another corporation, named by an authority of this one.
  const foreign = made.issued(theirs, `/CN=${south.device.sncode}`);
  assert.equal(await delivers(foreign, [], south.device.sncode), false);
  // The same authority in the other corporation: it lets in theirs, and not ours.
  const souths = made.authority('South loggers');
  assert.equal((await add(south.corporationId, south.admin.token, souths)).status, 200);
  assert.equal(await delivers(made.issued(souths, `/CN=${south.device.sncode}`), [], south.device.sncode), true);
  assert.equal(await delivers(made.issued(souths, `/CN=${sncode}`)), false, 'of the authority of another corporation');
  await isRefusedFor('unknownAuthority');
  // An authority below one that is known is not known: what it issues is nobody's.
  const below = made.issued(theirs, '/CN=below', { extensions: 'basicConstraints=critical,CA:TRUE' });
  assert.equal(await delivers(made.issued(below, `/CN=${sncode}`)), false);
  const noClient = made.issued(theirs, `/CN=${sncode}`, { extensions: 'extendedKeyUsage=serverAuth' });
  assert.equal(await delivers(noClient), false);
  await isRefusedFor('wrongUse');
  assert.equal(await delivers(made.selfSigned(`/CN=${sncode}`)), false, 'signed by itself');
  await isRefusedFor('unknownAuthority');
});

test('an unknown certificate takes nothing away from a right secret, and adds nothing to a wrong one', {
  skip,
}, async () => {
  const strange = made.selfSigned(`/CN=${sncode}`);
  assert.equal(await delivers(strange, ['-u', sncode, '-P', secret]), true);
  assert.equal(await delivers(strange, ['-u', sncode, '-P', 'wrong']), false);
  assert.equal(await delivers(null, ['-u', sncode, '-P', secret]), true, 'without a certificate');
});

test('what is revoked ends its connection in every process, and lets nobody in again', {
  skip,
}, async (t) => {
  const other = await startServer({ ...tls, DATABASE_URL: server.config.databaseUrl, CLUSTER: '1' }, new Date());
  t.after(() => other.close());
  const { certificate, pem, key } = await issue();
  const files = made.saved(pem, key ?? '');
  stays(files);
  await connected();
  // By the other process: this one hears of it from the database.
  const { status } = await other.call(certificates.revoke, { deviceId, certificateId: certificate.id }, token);
  assert.equal(status, 200);
  await gone();
  assert.equal(await delivers(files), false);
  await isRefusedFor('revoked');
  assert.equal((await listed()).certificates.find(({ id }) => id === certificate.id)?.revokedBy, 'North.admin');
});

test('a device that comes in by a certificate alone is refused by its secret, over every link, and its connections by it end', {
  skip,
}, async () => {
  const bySecret = ['-u', sncode, '-P', secret];
  for (const { id, revokedAt } of (await listed()).certificates)
    if (!revokedAt) await server.call(certificates.revoke, { deviceId, certificateId: id }, token);
  const setRequired = (isRequired: boolean) => server.call(certificates.setRule, { deviceId, isRequired }, token);
  assert.equal((await setRequired(true)).body.error, 'certificateMissing', 'it would have no way in');
  const { pem, key } = await issue();
  const files = made.saved(pem, key ?? '');
  stays(null, bySecret);
  await connected();
  assert.equal((await setRequired(true)).status, 200);
  await gone();
  assert.equal(await delivers(null, bySecret), false);
  await isRefusedFor('required');
  const overHttp = () =>
    fetch(`${server.url}/api/devices/${sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: record(),
    });
  assert.equal((await overHttp()).status, 401);
  assert.equal(await delivers(files), true);
  // A secret that is made anew does not open it again.
  assert.equal((await setRequired(false)).status, 200);
  assert.equal(await delivers(null, bySecret), true);
  assert.equal((await overHttp()).status, 200);
});

test('an authority that is removed lets nobody in; back again, what was revoked stays revoked', { skip }, async () => {
  const theirs = made.authority('Old loggers');
  const add = () =>
    server.call(certificates.addAuthority, { corporationId, name: 'Old', certificate: made.text(theirs.cert) }, token);
  const { authority } = (await add()).body;
  const [remaining, lost] = [made.issued(theirs, `/CN=${sncode}`), made.issued(theirs, `/CN=${sncode}`)];
  assert.equal(await delivers(lost), true);
  const [newest] = (await listed()).certificates;
  await server.call(certificates.revoke, { deviceId, certificateId: newest?.id ?? 0 }, token);
  stays(remaining);
  await connected();
  const remove = (by: string) =>
    server.call(certificates.removeAuthority, { corporationId, authorityId: authority.id }, by);
  assert.equal((await remove(south.admin.token)).status, 404);
  assert.equal((await remove(token)).status, 200);
  await gone();
  assert.equal(await delivers(remaining), false);
  await add();
  assert.equal(await delivers(remaining), true);
  assert.equal(await delivers(lost), false);
});

test('the end of a certificate is warned of once, listed, and then refused by name; its connection does not outlive it', {
  skip,
}, async () => {
  const { certificate, pem, key } = await issue({ days: 3 });
  const { certificates: before } = await listed();
  for (const { id, revokedAt } of before)
    if (!revokedAt && id !== certificate.id)
      await server.call(certificates.revoke, { deviceId, certificateId: id }, token);
  const warnings = async () => {
    await server.tick('watch-certificates');
    const { body } = await server.call(devices.warnings, { deviceId }, token);
    return body.warnings.filter(({ kind }) => kind === 'certificate').map(({ detail }) => Object.keys(detail).sort());
  };
  assert.deepEqual(await warnings(), [['ends', 'serial']]);
  assert.deepEqual(await warnings(), [['ends', 'serial']], 'once');
  const soon = (to: number, by: string) => server.call(certificates.list, { corporationId: to, ends: 'soon' }, by);
  assert.deepEqual(
    (await soon(corporationId, token)).body.certificates.map(({ sncode }) => sncode),
    [sncode],
  );
  assert.equal((await soon(corporationId, south.admin.token)).status, 404);
  const files = made.saved(pem, key ?? '');
  stays(files);
  await connected();
  await server.call(frames.recordDevice, { deviceId, minutes: 600 }, token);
  server.clock.advance(4 * 86_400_000);
  await server.gateway!.mqtt!.endUncertified();
  await gone();
  assert.equal(await delivers(files), false);
  const later = await server.tokenFor(north.admin.id);
  await waitUntil(async () => {
    const { body } = await server.call(devices.get, { deviceId }, later);
    return JSON.stringify(body.device.refused.detail).includes('expired');
  }, 'expired');
  const { findings } = (await server.call(linkDoctor.ofDevice, { deviceId }, later)).body;
  assert.deepEqual(
    findings.filter(({ finding }) => finding === 'certificateRefused').map(({ name }) => name),
    ['expired'],
  );
  await server.tick('watch-certificates');
  const { body } = await server.call(devices.warnings, { deviceId }, later);
  assert.equal(body.warnings.filter(({ kind }) => kind === 'certificate').length, 2, 'and that it has ended');
});

test('over HTTP the certificate comes by the header of a trusted proxy, and from nobody else', { skip }, async (t) => {
  const shared = { DATABASE_URL: server.config.databaseUrl, CLUSTER: '1', DEVICE_CERT_HEADER: 'X-Client-Cert' };
  const behind = await startServer({ ...shared, TRUST_PROXY: 'loopback' }, server.clock.now());
  t.after(() => behind.close());
  const bare = await startServer({ ...shared, TRUST_PROXY: '10.0.0.1' }, server.clock.now());
  t.after(() => bare.close());
  await assert.rejects(startServer({ DEVICE_CERT_HEADER: 'X-Client-Cert' }), /DEVICE_CERT_HEADER.*TRUST_PROXY/);
  const later = await server.tokenFor(north.admin.id);
  const { body } = await server.call(certificates.issue, { deviceId }, later);
  assert.equal((await server.call(certificates.setRule, { deviceId, isRequired: true }, later)).status, 200);
  const escaped = encodeURIComponent(body.pem);
  const asItIs = `:${body.pem.replace(/-----[^-]+-----|\s/g, '')}:`;
  const send = (to: string, given: Record<string, string>, name = sncode) =>
    fetch(`${to}/api/devices/${name}/commands`, { headers: given }).then(({ status }) => status);
  assert.equal(await send(behind.url, { 'x-client-cert': escaped }), 200, 'as nginx writes it');
  assert.equal(await send(behind.url, { 'x-client-cert': asItIs }), 200, 'as RFC 9440 has it');
  assert.equal(await send(behind.url, { 'x-client-cert': escaped }, south.device.sncode), 401, 'of another device');
  assert.equal(await send(behind.url, { 'x-client-cert': 'nonsense' }), 401);
  assert.equal(await send(behind.url, { authorization: `Bearer ${secret}` }), 401, 'its secret is shut off');
  assert.equal(await send(bare.url, { 'x-client-cert': escaped }), 401, 'from an address that is no proxy');
  assert.equal(await send(server.url, { 'x-client-cert': escaped }), 401, 'where no header is named');
  const upload = (given: Record<string, string>) =>
    fetch(`${behind.url}/api/devices/${sncode}/attachments?name=a.log&kind=log&offset=0&size=2`, {
      method: 'PUT',
      body: 'ok',
      headers: { 'content-type': 'application/octet-stream', ...given },
    }).then(({ status }) => status);
  assert.deepEqual(
    [await upload({ authorization: `Bearer ${secret}` }), await upload({ 'x-client-cert': escaped })],
    [401, 200],
    'files are handed in the same way',
  );
});
