/** What is a package and what is none: each fault by its name, and nothing read before the signature holds. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { signPayload } from '@plumbline/tools/plugin-package';
import {
  codecOnly,
  manifestOf,
  ownKey,
  packageOf,
  publishers,
  put,
  putExample,
} from '../../../../../test/plugins.fixtures.ts';
import { packagesIn } from './plugin-folder.ts';
import { openPackage } from './plugin-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-plugins-'));
after(() => rmSync(folder, { recursive: true }));
const codec = 'export const codecs = { c: () => ({ records: [] }) };';
const sound = packageOf('sound', codec);
const open = (text: string, file = 'sound.plugin', by = publishers) => openPackage(file, Buffer.from(text), by);
const faultOf = (text: string, file?: string) => {
  const opened = open(text, file);
  return 'fault' in opened ? opened.fault : 'none';
};
const payloadOf = (text: string) =>
  JSON.parse(Buffer.from((JSON.parse(text) as { payload: string }).payload, 'base64url').toString()) as {
    manifest: Record<string, unknown>;
    files: Record<string, string>;
  };

test('a sound package is opened: whose it is, what it may do', () => {
  const opened = open(sound);
  assert.ok(!('fault' in opened));
  assert.deepEqual([opened.manifest.name, opened.publisher, Object.keys(opened.files)], ['sound', 'Own', ['main.mjs']]);
  assert.match(opened.digest, /^[0-9a-f]{64}$/);
});

test('forged, changed, of an unknown publisher: refused, each by its name', () => {
  const unknown = generateKeyPairSync('ed25519').privateKey;
  assert.equal(faultOf(packageOf('sound', codec, { key: unknown })), 'publisher');
  const outside = JSON.parse(sound) as Record<string, string>;
  // Signed by somebody else, under the name of a publisher that is trusted.
  const forged = JSON.parse(packageOf('sound', codec, { key: unknown })) as Record<string, string>;
  assert.equal(faultOf(JSON.stringify({ ...forged, publisher: outside['publisher'] })), 'signature');
  const { manifest, files } = payloadOf(sound);
  const changed = Buffer.from(JSON.stringify({ manifest, files: { 'main.mjs': `${files['main.mjs']} ` } }));
  assert.equal(faultOf(JSON.stringify({ ...outside, payload: changed.toString('base64url') })), 'signature');
  assert.equal(faultOf(JSON.stringify({ ...outside, signature: '' })), 'signature');
  // What the same key has signed for another purpose is no plug-in.
  const payload = JSON.stringify({ manifest, files });
  assert.equal(faultOf(signPayload(payload, ownKey, 'something else')), 'signature');
  assert.equal('fault' in open(sound, 'sound.plugin', []), true, 'no publisher is trusted');
  for (const text of ['', 'nothing', '{}', '[]', '{"format":"plumbline-plugin"}'])
    assert.equal(faultOf(text), 'unreadable');
  assert.equal(faultOf('x'.repeat(1_048_577)), 'tooLarge');
});

test('a newer interface, an unknown capability, a wrong manifest, names that climb: refused, though signed', () => {
  const signed = (manifest: object, files: object = { 'main.mjs': codec }) =>
    signPayload(JSON.stringify({ manifest, files }), ownKey);
  assert.equal(faultOf(signed(manifestOf('sound', codecOnly, { api: 2 }))), 'newerApi');
  assert.equal(faultOf(signed(manifestOf('sound', [{ kind: 'shell', name: 'c', title: 'C' }]))), 'capability');
  assert.equal(faultOf(signed(manifestOf('sound', codecOnly, { extra: true }))), 'manifest');
  assert.equal(faultOf(signed(manifestOf('sound', [...codecOnly, ...codecOnly]))), 'manifest');
  assert.equal(faultOf(signed(manifestOf('sound', codecOnly, { entry: 'other.mjs' }))), 'manifest');
  for (const name of [
    '../main.mjs',
    '/etc/cron.d/x.mjs',
    'a/b.mjs',
    '..\\x.mjs',
    'C:x.mjs',
    '.hidden.mjs',
    'main.mjs\0',
    'main.js',
  ])
    assert.equal(faultOf(signed(manifestOf('sound', codecOnly), { 'main.mjs': codec, [name]: '' })), 'fileName', name);
  assert.equal(faultOf(sound, 'other.plugin'), 'fileName', 'a plug-in has the name of its file');
  assert.equal(faultOf(signPayload('{"manifest":1}', ownKey)), 'unreadable');
});

test('the folder: packages by name, links and other files are not followed', async () => {
  put(folder, 'sound', sound);
  putExample(folder, 'cayenne-lpp');
  writeFileSync(join(folder, 'README.txt'), 'nothing');
  writeFileSync(join(folder, 'Wrong Name.plugin'), sound);
  const elsewhere = join(tmpdir(), `plumbline-elsewhere-${process.pid}`);
  writeFileSync(elsewhere, packageOf('linked', codec));
  symlinkSync(elsewhere, join(folder, 'linked.plugin'));
  const found = await packagesIn(folder, publishers);
  rmSync(elsewhere);
  assert.deepEqual(
    found.map(({ file, opened }) => [file, 'fault' in opened ? opened.fault : 'sound']),
    [
      ['Wrong Name.plugin', 'fileName'],
      ['cayenne-lpp.plugin', 'sound'],
      ['linked.plugin', 'unreadable'],
      ['sound.plugin', 'sound'],
    ],
  );
  assert.deepEqual(await packagesIn(join(folder, 'gone'), publishers), []);
});
