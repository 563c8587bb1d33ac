/** The notes of versions: complete in every language, the newest first, and hidden where the specification hides them. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languages } from '@plumbline/contract/kernel/constants';
import { corporations } from '@plumbline/contract/people/corporations';
import { sessions } from '@plumbline/contract/people/sessions';
import { guide } from '@plumbline/contract/platform/guide';
import { privateConf } from '@plumbline/contract/platform/private-conf';
import { releases } from '@plumbline/contract/platform/releases';
import { makeAccount } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { version } from '../../../kernel/version.ts';

const [server, north] = await openWorlds(['North']);
const { token } = north.normal;
const operator = await makeAccount(server, 'System', null, 'releases.operator');

test('every version has notes in every language, with the same parts; so has the one that runs', async () => {
  const folder = join(import.meta.dirname, '../../../../../docs/releases');
  const [english = [], ...others] = languages.map((language) => readdirSync(join(folder, language)).sort());
  for (const files of others) assert.deepEqual(files, english);
  const { body } = await server.call(releases.list, {}, token);
  assert.equal(body.running, version);
  assert.ok(
    body.releases.some((each) => each.version === version),
    'the running version has notes',
  );
  for (const each of body.releases) {
    assert.match(each.date, /^\d{4}-\d\d-\d\d$/);
    const parts = await Promise.all(
      languages.map(async (language) => {
        const { body: notes } = await server.call(releases.get, { version: each.version, language }, token);
        assert.equal(notes.date, each.date);
        assert.equal(/[\u4e00-\u9fff]/.test(notes.text), language !== 'en', `${each.version} in ${language}`);
        return [notes.text.match(/^## /gm)?.length ?? 0, notes.text.match(/^- /gm)?.length ?? 0];
      }),
    );
    for (const part of parts) assert.deepEqual(part, parts[0]);
  }
});

test('a version without notes is not found, and what is no version is no address', async () => {
  assert.equal((await server.call(releases.get, { version: '99.0.0' }, token)).status, 404);
  assert.equal((await server.call(releases.get, { version: '../index' } as never, token)).status, 400);
});

test('the version is told to anyone', async () => {
  assert.deepEqual((await server.call(releases.version, {}, null as never)).body, { version });
});

test('a private deployment shows neither notes nor documents, and every page learns so', async () => {
  const session = async () => (await server.call(sessions.session, {}, token)).body;
  assert.equal((await session()).isPrivate, false);
  await server.call(privateConf.update, { privateDeployment: true }, operator.token);
  assert.equal((await session()).isPrivate, true);
  assert.equal((await server.call(releases.list, {}, token)).body.error, 'moduleOff');
  assert.equal((await server.call(releases.get, { version }, token)).body.error, 'moduleOff');
  assert.equal((await server.call(guide.list, {}, token)).body.error, 'moduleOff');
  assert.equal((await server.call(releases.version, {}, null as never)).status, 200);
  await server.call(privateConf.reset, { setting: 'privateDeployment' }, operator.token);
  assert.equal((await server.call(releases.list, {}, token)).status, 200);
});

test('a corporation whose documents are disabled still reads the notes', async () => {
  const off = { corporationId: north.corporationId, documentDisabled: true };
  assert.equal((await server.call(corporations.update, off, north.admin.token)).status, 200);
  assert.equal((await server.call(guide.list, {}, token)).body.error, 'moduleOff');
  assert.equal((await server.call(releases.list, {}, token)).status, 200);
});
