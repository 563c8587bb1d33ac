/** The guide in the product: its pages, what is found in them, and who is answered. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { corporations } from '@plumbline/contract/people/corporations';
import { guide as routes } from '@plumbline/contract/platform/guide';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { token } = north.normal;

test('every page of docs/guide is listed once, in the order of the index, and can be read', async () => {
  const { pages } = (await server.call(routes.list, {}, token)).body;
  const files = readdirSync(join(import.meta.dirname, '../../../../../docs/guide'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((file) => file.endsWith('.md') && !file.startsWith('zh-') && file !== 'index.md')
    .map((file) => basename(file, '.md'));
  assert.deepEqual(pages.map(({ name }) => name).sort(), files.sort());
  assert.deepEqual([pages[0]?.name, pages[0]?.part], ['around', 'Begin and look around']);
  // Who reads a report need not see how a server is started.
  const of = (audience: string) => pages.filter((each) => each.audience === audience).map(({ name }) => name);
  assert.equal(of('For users').length + of('For operators').length, pages.length);
  assert.deepEqual([of('For users').includes('duty'), of('For users').includes('install')], [true, false]);
  assert.ok(['first-hour', 'install', 'settings', 'licence'].every((name) => of('For operators').includes(name)));
  for (const { name, title } of pages) {
    const { status, body } = await server.call(routes.get, { page: name }, token);
    assert.deepEqual([status, body.title], [200, title]);
    assert.ok(body.text.length > 100 && !body.text.startsWith('# '), name);
  }
});

test('each page comes in the language that is asked for, and a search is made in it', async () => {
  const { pages } = (await server.call(routes.list, { language: 'zh-CN' }, token)).body;
  assert.deepEqual(new Set(pages.map(({ language }) => language)), new Set(['zh-CN']));
  assert.deepEqual([pages[0]?.name, pages[0]?.audience, pages[0]?.part], ['around', '用户', '开始与概览']);
  const english = (await server.call(routes.list, {}, token)).body.pages;
  assert.deepEqual(
    pages.map(({ name }) => name),
    english.map(({ name }) => name),
  );
  const { body } = await server.call(routes.get, { page: 'points', language: 'zh-TW' }, token);
  assert.deepEqual([body.language, body.title], ['zh-TW', '測點']);
  const { sections } = (await server.call(routes.search, { keyword: '恢复码', language: 'zh-CN' }, token)).body;
  assert.equal(sections[0]?.name, 'people-and-permissions');
  assert.match(sections[0]?.excerpt ?? '', /恢复码/);
});

test('what is none of its pages is not found, whatever it points at', async () => {
  for (const page of ['nothing', '../architecture', '..%2F..%2FREADME', 'index.md'])
    assert.notEqual((await server.call(routes.get, { page }, token)).status, 200, page);
});

test('a search finds sections that hold every word, headings first', async () => {
  const { sections } = (await server.call(routes.search, { keyword: 'recovery codes' }, token)).body;
  const found = sections.find(({ name, heading }) => name === 'people-and-permissions' && heading === 'Second factor');
  assert.match(found?.excerpt ?? '', /recovery/i);
  const headed = (await server.call(routes.search, { keyword: 'second factor' }, token)).body.sections;
  assert.equal(headed[0]?.heading, 'Second factor');
  assert.deepEqual((await server.call(routes.search, { keyword: 'zzzz' }, token)).body.sections, []);
  assert.deepEqual((await server.call(routes.search, { keyword: 'recovery zzzz' }, token)).body.sections, []);
});

test('a corporation whose documents are disabled is answered nothing; others are', async () => {
  const { corporationId } = north;
  await server.call(corporations.update, { corporationId, documentDisabled: true }, north.admin.token);
  for (const answer of [
    await server.call(routes.list, {}, token),
    await server.call(routes.get, { page: 'points' }, token),
    await server.call(routes.search, { keyword: 'point' }, token),
  ])
    assert.deepEqual([answer.status, answer.body.error], [403, 'moduleOff']);
  assert.equal((await server.call(routes.list, {}, south.normal.token)).status, 200);
});
