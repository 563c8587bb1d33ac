import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { settings } from './config.settings.ts';
import { readConfig } from './config.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-config-'));
  writeFileSync(join(folder, 'text.pem'), 'nothing');
  writeFileSync(join(folder, 'cert.pem'), '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n');
  writeFileSync(join(folder, 'key.pem'), '-----BEGIN PRIVATE KEY-----\nnothing\n-----END PRIVATE KEY-----\n');
});
after(() => rmSync(folder, { recursive: true }));

/** Settings that make no sense, and what of the answer helps. Every setting with a form of its own is here. */
const wrong: readonly (readonly [keyof typeof settings, string, RegExp])[] = [
  ['PORT', '70000', /whole number from 0 to 65535/],
  ['PORT', 'http', /whole number from 0 to 65535/],
  ['DATABASE_POOL', '0', /whole number above 0/],
  ['DATABASE_TIMEOUT_SECONDS', '-3', /whole number above 0/],
  ['DATABASE_URL', 'mysql://x', /must begin with postgres:\/\/ or postgresql:\/\//],
  ['DATABASE_URL', 'db.example.org', /must be a whole address/],
  ['ROLES', 'web,cook', /only web, gateway and worker/],
  ['CLUSTER', 'yes', /is 0, 1 or empty/],
  ['PUBLIC_URL', 'monitor.example.org', /must be a whole address that begins with http:\/\/ or https:\/\//],
  ['PUBLIC_URL', 'ftp://monitor.example.org', /must begin with http/],
  ['FTP_TLS', 'off', /is offered or required/],
  ['FTP_PASSIVE_PORTS', '50049-50000', /first-last/],
  ['FTP_PASSIVE_PORTS', '50000', /first-last/],
  ['FTP_ADDRESS', 'ftp.example.org', /no IPv4 address/],
  ['MQTT_PORT', 'on', /whole number from 0 to 65535/],
  ['TILES_URL', 'https://tiles.example', /\{z\}, \{x\} and \{y\}/],
  ['DEMO', 'no', /is 0, 1 or empty/],
  ['DEMO_DEVICES', 'off', /is 0, 1 or empty/],
  ['RETENTION_DAYS', 'camra=3', /no measurement family is called camra/],
  ['OUTBOUND_ALLOW', '10.0.0.0/99', /no host name, IP address or network/],
  ['SIM_QUERY_URL', 'https://sims.example', /\{iccid\}/],
  ['TRUST_PROXY', 'proxy.local', /no IP address and no network/],
  ['TRUST_PROXY', '127.0.0.1,10.0.0.0/33', /10\.0\.0\.0\/33 is no IP address/],
  ['LOG_LEVEL', 'loud', /unknown level/],
];

for (const [name, value, message] of wrong) {
  test(`${name}=${value} stops the start with a sentence that names it`, () => {
    assert.throws(
      () => readConfig({ [name]: value, ...(name === 'S3_ENDPOINT' && { S3_BUCKET: 'b' }) }),
      (error: Error) => error.message.startsWith(name) && message.test(error.message),
    );
  });
}

test('S3_ENDPOINT is an address', () => {
  assert.throws(
    () => readConfig({ S3_BUCKET: 'b', S3_ENDPOINT: 'minio:9000' }),
    /^Error: S3_ENDPOINT=minio:9000: must/,
  );
});

test('certificate files are named when they cannot be read or used', () => {
  const open = (cert: string, key: string) =>
    readConfig({ MQTT_TLS_PORT: '8883', MQTT_TLS_CERT: join(folder, cert), MQTT_TLS_KEY: join(folder, key) });
  assert.throws(() => open('none.pem', 'key.pem'), /MQTT_TLS_CERT=.*none\.pem: cannot be read \(ENOENT\)/);
  assert.throws(() => open('text.pem', 'key.pem'), /MQTT_TLS_CERT=.*: holds no PEM certificate/);
  assert.throws(() => open('cert.pem', 'text.pem'), /MQTT_TLS_KEY=.*: holds no PEM private key/);
  assert.throws(() => open('cert.pem', 'key.pem'), /MQTT_TLS_CERT=.*, MQTT_TLS_KEY=.*: do not go together/);
  assert.throws(() => readConfig({ MQTT_TLS_PORT: '8883' }), /MQTT_TLS_PORT=8883: needs MQTT_TLS_CERT/);
});

test('an answer about DATABASE_URL does not print the password in it', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'mysql://me:hidden@db/x' }),
    (error: Error) => !error.message.includes('hidden'),
  );
});

test('what is right is taken', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://monitor.example.org:8443/',
    TRUST_PROXY: '127.0.0.1, ::1, 10.0.0.0/8, loopback',
    OUTBOUND_ALLOW: 'nvr.local, 10.1.0.0/16',
    DATABASE_URL: 'postgres://me:x@db/plumbline',
    CLUSTER: '1',
  });
  assert.equal(config.publicUrl, 'https://monitor.example.org:8443');
  assert.deepEqual(config.trustProxy, ['127.0.0.1', '::1', '10.0.0.0/8', 'loopback']);
  assert.equal(config.cluster, true);
  assert.throws(() => readConfig({}, ['--no-demo', 'now']), /^Error: now is no argument/);
});
