/** Language packs: what is taken, what is refused, what is missing, and what is left after an upgrade or a deletion. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { users } from '@plumbline/contract/people/users';
import { languagePacks } from '@plumbline/contract/platform/language-packs';
import { makeAccount } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { checkPack } from './logic/pack-check.ts';
import { productWords } from './logic/product-words.ts';

const [server, world] = await openWorlds(['Languages']);
const operator = await makeAccount(server, 'System', null, 'languages.operator');
const anyone = null as never;
const pack = { lang: 'vi', name: 'Tiếng Việt', base: 'en' as const };
const save = (words: object, more: object = {}, token = operator.token) =>
  server.call(languagePacks.save, { ...pack, words, ...more } as never, token);

test('a file to translate holds every key with its English words; translated it is imported as it is', async () => {
  const response = await fetch(`${server.url}/api/language-packs/vi/file`, {
    headers: { authorization: `Bearer ${operator.token}` },
  });
  assert.match(response.headers.get('content-disposition') ?? '', /plumbline-vi\.json/);
  const file = (await response.json()) as { words: Record<string, { from: string; to: string }> };
  const all = productWords('en');
  assert.equal(Object.keys(file.words).length, all.size);
  assert.deepEqual(file.words['common:save'], { from: 'Save', to: '' });
  const translated = Object.fromEntries(
    Object.entries(file.words).map(([key, word]) => [key, key === 'common:save' ? { ...word, to: 'Lưu' } : word]),
  );
  const dry = await save(translated, { dryRun: true });
  assert.deepEqual(dry.body, { translated: 1, missing: all.size - 1 });
  assert.equal((await server.call(languagePacks.get, { lang: 'vi' }, anyone)).status, 404, 'a dry run writes nothing');
  assert.equal((await save(translated)).status, 200);
  const { body } = await server.call(languagePacks.get, { lang: 'vi' }, anyone);
  assert.deepEqual(
    [body.name, body.base, body.langVersion, body.words],
    ['Tiếng Việt', 'en', '1', { 'common:save': 'Lưu' }],
  );
});

test('with the version that one has the words are left out, and an import makes another version', async () => {
  const get = (langVersion: string) => server.call(languagePacks.get, { lang: 'vi', langVersion }, anyone);
  assert.equal((await get('1')).body.words, null);
  await save({ 'common:save': { to: 'Lưu' }, 'common:cancel': { to: 'Hủy' } });
  const { body } = await get('1');
  assert.deepEqual([body.langVersion, Object.keys(body.words ?? {}).length], ['2', 2]);
});

test('the languages of the product are served the same way, and no pack takes their place', async () => {
  const { body } = await server.call(languagePacks.get, { lang: 'zh-CN' }, anyone);
  assert.equal(body.words?.['common:save'], '保存');
  assert.equal((await save({}, { lang: 'en' })).body.error, 'languageBuiltIn');
  const { languages } = (await server.call(languagePacks.list, {}, anyone)).body;
  assert.deepEqual(
    languages.map(({ lang, isOwn }) => [lang, isOwn]),
    [
      ['zh-CN', false],
      ['zh-TW', false],
      ['en', false],
      ['vi', true],
    ],
  );
});

test('one wrong word refuses all, and each is named with why', async () => {
  const withPlaceholder = [...productWords('en')].find(([, text]) => /^[^{]*\{\{(\w+)\}\}[^{]*$/.test(text));
  assert.ok(withPlaceholder);
  const [key, text] = withPlaceholder;
  const words = {
    'nothing:here': { to: 'x' },
    'constructor:prototype': { to: 'x' },
    'common:save': { to: '<img src=x onerror=alert(1)>' },
    'common:cancel': { to: 'x'.repeat(3_000) },
    [key]: { to: text.replace(/\{\{\w+\}\}/, '{{other}}') },
  };
  const { status, body } = await save(words);
  assert.deepEqual([status, body.error], [400, 'languagePackRefused']);
  const { problems } = body.detail as { problems: { key: string; fault: string }[] };
  assert.deepEqual(Object.fromEntries(problems.map((each) => [each.key, each.fault])), {
    'nothing:here': 'unknownKey',
    'constructor:prototype': 'unknownKey',
    'common:save': 'markup',
    'common:cancel': 'tooLong',
    [key]: 'placeholders',
  });
  assert.equal(
    (await server.call(languagePacks.get, { lang: 'vi' }, anyone)).body.langVersion,
    '2',
    'nothing was written',
  );
});

test('placeholders may move and come twice, may not be broken; markup of the original may stay', () => {
  const from = new Map([
    ['a', '{{count}} of {{total}}'],
    ['b', 'See <1>here</1>'],
    ['c', 'plain'],
  ]);
  const faults = (words: Record<string, string>) =>
    checkPack(from, Object.fromEntries(Object.entries(words).map(([key, to]) => [key, { to }]))).problems.map(
      ({ key, fault }) => `${key} ${fault}`,
    );
  assert.deepEqual(faults({ a: '{{total}}: {{count}}, {{count}}', b: '<1>hier</1>' }), []);
  assert.deepEqual(faults({ a: '{{count}} of {{total}} {{' }), ['a placeholders']);
  assert.deepEqual(faults({ c: '$t(a)' }), ['c placeholders']);
  assert.deepEqual(faults({ b: '<1>x</1><b>y</b>' }), ['b markup']);
  assert.deepEqual(faults({ c: '&lt;b&gt;' }), ['c markup']);
  assert.deepEqual(faults({ c: '   ' }), [], 'empty is not translated yet');
});

test('what is missing is listed and searched, and counted without it', async () => {
  const list = (input: object = {}) => server.call(languagePacks.missing, { lang: 'vi', ...input }, operator.token);
  const { body } = await list();
  assert.deepEqual([body.missing.length, body.total], [200, productWords('en').size - 2]);
  assert.ok(!body.missing.some(({ key }) => key === 'common:save'));
  const second = (await list({ page: 2 })).body.missing;
  assert.notEqual(second[0]?.key, body.missing[0]?.key);
  const found = (await list({ keyword: 'common:delete' })).body;
  assert.ok(
    found.total >= 1 &&
      found.missing.every(({ key, from }) => `${key} ${from}`.toLowerCase().includes('common:delete')),
  );
});

test('a word whose key the product no longer has, or has with other placeholders, is said in the language below', async () => {
  await server.database.pool.query(
    `UPDATE language_pack SET words = words || '{"gone:key": "x", "common:zone": "no placeholder"}' WHERE lang = 'vi'`,
  );
  const { body } = await server.call(languagePacks.get, { lang: 'vi' }, anyone);
  assert.deepEqual(Object.keys(body.words ?? {}).sort(), ['common:cancel', 'common:save']);
});

test('people choose a pack, and with another language of the product it is left', async () => {
  const { token } = world.normal;
  const choose = { preferenceKey: 'languagePack', value: 'vi' } as const;
  assert.equal((await server.call(users.updatePreference, choose, token)).body.preferences.languagePack, 'vi');
  await server.call(users.updateProfile, { language: 'en' }, token);
  assert.equal((await server.call(users.profile, {}, token)).body.preferences.languagePack, null);
  assert.equal((await server.call(users.updatePreference, { ...choose, value: '../x' }, token)).status, 400);
});

test('who runs a corporation imports none; deleted, a pack is gone', async () => {
  assert.equal((await save({}, {}, world.admin.token)).status, 403);
  assert.equal((await server.call(languagePacks.remove, { lang: 'vi' }, world.admin.token)).status, 403);
  assert.equal((await server.call(languagePacks.remove, { lang: 'vi' }, operator.token)).status, 200);
  assert.equal((await server.call(languagePacks.get, { lang: 'vi' }, anyone)).status, 404);
  assert.equal((await server.call(languagePacks.remove, { lang: 'vi' }, operator.token)).status, 404);
});
