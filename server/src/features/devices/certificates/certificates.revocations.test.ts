/**
 * Certificates of authorities of theirs that are revoked before their first use, by serial number or by the list of the authority; and
 * the file that holds key and certificate under a password. With OpenSSL and mosquitto as the peers that nobody here wrote.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { certificateLimits, certificates } from '@plumbline/contract/devices/certificates';
import { startServer } from '../../../../test/harness.ts';
import { type CertificateFiles, openCertificates } from '../../../../test/openssl.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { keyStoreOf } from './logic/key-store.ts';

const made = openCertificates();
const own = made.selfSigned('/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1');
const tls = { MQTT_PORT: '0', MQTT_TLS_PORT: '0', MQTT_TLS_CERT: own.cert, MQTT_TLS_KEY: own.key };
const [server, north, south] = await openWorlds(['North', 'South'], tls, new Date());
const { corporationId } = north;
const { sncode, id: deviceId } = north.device;
const { token } = north.admin;
const skip = spawnSync('mosquitto_pub', ['--help']).error ? 'mosquitto_pub is not installed' : false;
const theirs = made.authority('North loggers');
const input = { corporationId, name: 'Loggers', certificate: made.text(theirs.cert) };
const authorityId = (await server.call(certificates.addAuthority, input, token)).body.authority.id;
const of = { corporationId, authorityId };

let second = 0;
const argumentsOf = ({ cert, key }: CertificateFiles, port: number | null) => [
  ...['-h', '127.0.0.1', '-p', String(port), '--cafile', own.cert, '-q', '1', '-i', `c${second}`],
  ...['--cert', cert, '--key', key],
];
async function delivers(shown: CertificateFiles, port = server.gateway!.mqtt!.tlsPort): Promise<boolean> {
  onTime();
  const at = server.clock.now().getTime() - 3_600_000 + 1000 * second++;
  const message = JSON.stringify({ at, channels: { 1: { temperature: 18 } } });
  const args = [...argumentsOf(shown, port), '-t', `devices/${sncode}/readings`, '-m', message];
  const child = spawn('mosquitto_pub', args, { timeout: 20_000 });
  return (await new Promise((resolve) => child.once('close', resolve))) === 0;
}
/** What OpenSSL has just made begins just now. */
function onTime(): void {
  if (server.clock.now() < new Date()) server.clock.set(new Date(Date.now() + 1_000));
}
const isConnected = () => server.gateway!.mqtt!.holds(sncode);
async function connected(shown: CertificateFiles): Promise<void> {
  onTime();
  const args = [...argumentsOf(shown, server.gateway!.mqtt!.tlsPort), '-t', `devices/${sncode}/commands`];
  spawn('mosquitto_sub', args);
  second++;
  await waitUntil(async () => isConnected(), 'the device is connected');
}
const authority = async () => {
  const { authorities } = (await server.call(certificates.authorities, { corporationId }, token)).body;
  return authorities.find(({ id }) => id === authorityId) ?? assert.fail('it is there');
};
const ofDevice = async () => (await server.call(certificates.ofDevice, { deviceId }, token)).body.certificates;
const serialOf = (files: CertificateFiles) => new X509Certificate(made.text(files.cert)).serialNumber;
const setList = (list: string) => server.call(certificates.setRevocationList, { ...of, list }, token);

test('by its serial number, or as it is, before it was ever used; what is neither is refused by name', {
  skip,
}, async () => {
  const [first, another, good] = [0, 0, 0].map(() => made.issued(theirs, `/CN=${sncode}`));
  assert.ok(first && another && good);
  const bySerial = serialOf(first)
    .replace(/(..)(?=.)/g, '$1:')
    .toLowerCase();
  const revoked = await server.call(certificates.revokeSerial, { ...of, serial: bySerial }, token);
  assert.equal(revoked.status, 200, JSON.stringify(revoked.body));
  const pem = made.text(another.cert);
  assert.equal((await server.call(certificates.revokeSerial, { ...of, certificate: pem }, token)).status, 200);
  assert.equal((await server.call(certificates.revokeSerial, { ...of, certificate: pem }, token)).status, 200, 'twice');
  assert.deepEqual([await delivers(first), await delivers(another), await delivers(good)], [false, false, true]);
  assert.equal((await authority()).revoked, 2);
  const { revocations } = (await server.call(certificates.revocations, of, token)).body;
  assert.deepEqual(
    revocations.map(({ byName }) => byName),
    ['North.admin', 'North.admin'],
  );

  const refusedFor = async (given: object) => {
    const { body } = await server.call(certificates.revokeSerial, { ...of, ...given }, token);
    return (body.detail as { reason?: string } | undefined)?.reason ?? body.error;
  };
  assert.equal(await refusedFor({ certificate: made.text(own.cert) }), 'otherIssuer');
  assert.equal(await refusedFor({ certificate: 'no certificate' }), 'unreadable');
  assert.equal(await refusedFor({ serial: 'xyz' }), 'badInput');
  assert.equal(await refusedFor({}), 'badInput');
  const foreign = { corporationId: south.corporationId, authorityId, serial: 'AA' };
  assert.equal((await server.call(certificates.revokeSerial, foreign, south.admin.token)).status, 404);
});

test('a list of the authority counts at once, in every process, for connections that are open too', {
  skip,
}, async (t) => {
  const other = await startServer({ ...tls, DATABASE_URL: server.config.databaseUrl, CLUSTER: '1' }, new Date());
  t.after(() => other.close());
  const [open, unused, good] = [0, 0, 0].map(() => made.issued(theirs, `/CN=${sncode}`));
  assert.ok(open && unused && good);
  await connected(open);
  const list = made.revocationList(theirs, [open, unused]);
  const { status, body } = await other.call(certificates.setRevocationList, { ...of, list }, token);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.list.entries, 2);
  await waitUntil(async () => !isConnected(), 'its connection has ended');
  assert.deepEqual([await delivers(open), await delivers(unused), await delivers(good)], [false, false, true]);
  const otherPort = other.gateway!.mqtt!.tlsPort;
  other.clock.set(server.clock.now());
  assert.deepEqual([await delivers(unused, otherPort), await delivers(good, otherPort)], [false, true]);
  const shown = (await ofDevice()).find(({ serial }) => serial === serialOf(open));
  assert.deepEqual([shown?.isRevokedByAuthority, shown?.revokedAt !== null], [true, true]);
  assert.ok((await authority()).list?.nextAt);

  // The next list, as DER: one is let in again, which the first had.
  const next = await setList(made.revocationList(theirs, [unused], { der: true }));
  assert.equal(next.status, 200, JSON.stringify(next.body));
  assert.deepEqual([await delivers(open), await delivers(unused)], [true, false]);
  // What people revoked is not touched by it.
  await server.call(certificates.revokeSerial, { ...of, serial: serialOf(open) }, token);
  assert.equal((await server.call(certificates.removeRevocationList, of, token)).status, 200);
  assert.deepEqual([await delivers(open), await delivers(unused)], [false, true]);
  assert.equal((await authority()).list, null);
});

test('a list of somebody else, one that was changed, and one that is older are refused, and nothing is changed', async () => {
  const [one] = [made.issued(theirs, `/CN=${sncode}`)];
  const before = made.revocationList(theirs, []);
  const namesakes = made.authority('North loggers');
  assert.deepEqual(
    (await setList(made.revocationList(namesakes, []))).body.detail,
    { reason: 'signature' },
    'of the same name',
  );
  assert.deepEqual((await setList(made.revocationList(made.authority('Others'), []))).body.detail, {
    reason: 'otherIssuer',
  });
  assert.deepEqual((await setList('no list')).body.detail, { reason: 'unreadable' });
  assert.equal((await authority()).list, null);
  // A list has its time to the second.
  const madeAt = (text: string) => made.printed(Buffer.from(text), 'crl', '-noout', '-lastupdate');
  let newest = made.revocationList(theirs, [one]);
  await waitUntil(async () => {
    newest = made.revocationList(theirs, [one]);
    return madeAt(newest) !== madeAt(before);
  }, 'the clock went on');
  assert.equal((await setList(newest)).status, 200);
  assert.deepEqual((await setList(before)).body.detail, { reason: 'older' });
  assert.equal((await authority()).list?.entries, 1);
});

test('the end of the time of a list is said, and what it revoked stays revoked', { skip }, async () => {
  const one = made.issued(theirs, `/CN=${sncode}`, { days: 300 });
  assert.equal((await setList(made.revocationList(theirs, [one], { days: 1 }))).status, 200);
  server.clock.advance(3 * 86_400_000);
  const later = await server.tokenFor(north.admin.id);
  const { authorities } = (await server.call(certificates.authorities, { corporationId }, later)).body;
  const { list } = authorities.find(({ id }) => id === authorityId) ?? {};
  assert.ok(list?.nextAt && new Date(list.nextAt) < server.clock.now());
  assert.equal(await delivers(one), false);
});

test('a certificate alone is no way in where those that are left are of an authority that has ended', async () => {
  const later = await server.tokenFor(south.admin.id);
  const souths = south.device.id;
  const issued = await server.call(certificates.issue, { deviceId: souths, days: 3650 }, later);
  assert.equal(issued.status, 200);
  const setRule = () => server.call(certificates.setRule, { deviceId: souths, isRequired: true }, later);
  const end = (at: Date) =>
    server.db
      .updateTable('certificate_authority')
      .set({ ends_at: at })
      .where('corporation_id', '=', south.corporationId)
      .execute();
  await end(new Date(server.clock.now().getTime() - 1_000));
  assert.equal((await setRule()).body.error, 'certificateMissing');
  await end(new Date(server.clock.now().getTime() + 86_400_000));
  assert.equal((await setRule()).status, 200);
});

test('key and certificate as PKCS#12 under a password, as OpenSSL reads it; nothing of it is kept', async () => {
  const later = await server.tokenFor(north.admin.id);
  const password = 'Seven-9 & more';
  for (const keyType of ['ec', 'rsa'] as const) {
    const { body, status } = await server.call(certificates.issue, { deviceId, keyType, password }, later);
    assert.equal(status, 200, JSON.stringify(body));
    const file = Buffer.from(body.keyStore ?? '', 'base64');
    const printed = made.printed(file, 'pkcs12', '-info', '-noenc', '-passin', `pass:${password}`);
    for (const part of ['MAC: sha256', 'AES-256-CBC', `friendlyName: ${sncode}`, 'BEGIN PRIVATE KEY'])
      assert.ok(printed.includes(part), `${part}: ${printed}`);
    const found = printed.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    const prints = [body.pem, body.authority].map((pem) => new X509Certificate(pem).fingerprint256);
    assert.deepEqual(
      found.map((pem) => new X509Certificate(pem).fingerprint256),
      prints,
    );
    assert.throws(() => made.printed(file, 'pkcs12', '-info', '-noenc', '-passin', 'pass:wrong'));
  }
  const log = JSON.stringify(await server.db.selectFrom('operation').selectAll().execute());
  assert.ok(!log.includes(password) && log.includes('certificates'));
  const none = await server.call(certificates.issue, { deviceId }, later);
  assert.equal(none.body.keyStore, null);
});

test('a PKCS#12 file is made in pieces, between which others have their turn; what one person has made is bounded', async () => {
  const later = await server.tokenFor(north.admin.id);
  const one = { name: sncode, ...(await filesOfOne(later)) };
  let turns = 0;
  let isMade = false;
  const others = (async () => {
    for (; !isMade; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  await keyStoreOf(one, 'Seven-9 & more');
  isMade = true;
  await others;
  assert.ok(turns >= 90, `${turns} turns`);
  await server.db
    .insertInto('attempt')
    .values(
      Array.from({ length: certificateLimits.ofPerson }, () => ({
        key: `certificate:${north.admin.id}`,
        at: server.clock.now(),
      })),
    )
    .execute();
  const refused = await server.call(certificates.issue, { deviceId }, later);
  assert.deepEqual([refused.status, refused.body.error], [429, 'tooMany']);
});

async function filesOfOne(token: string) {
  const { body } = await server.call(certificates.issue, { deviceId }, token);
  return { key: body.key ?? '', certificate: body.pem, authority: body.authority };
}
