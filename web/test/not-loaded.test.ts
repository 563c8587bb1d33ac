/** Messages that something could not be loaded: the options of a field, and a file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, before, test } from 'node:test';
import { corporations } from '@plumbline/contract/people/corporations';
import { structures } from '@plumbline/contract/site/structures';
import i18next, { type TFunction } from 'i18next';
import { optionsFault } from '../src/design/form/options-fault.ts';

// The session is kept there.
Object.assign(globalThis, { localStorage: { getItem: () => null }, sessionStorage: { getItem: () => null } });
const { call, download } = await import('../src/kernel/call.ts');
const { wordsOf } = await import('../src/kernel/failures.ts');

let t: TFunction;
before(async () => {
  const pack = (feature: string): object =>
    JSON.parse(readFileSync(new URL(`../src/languages/en/kernel/${feature}.json`, import.meta.url), 'utf8')) as object;
  await i18next.init({
    lng: 'en',
    resources: { en: { forms: pack('forms'), errors: pack('errors') } },
    interpolation: { escapeValue: false },
  });
  t = i18next.t;
});

const fetchOfBrowser = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetchOfBrowser;
});
const answer = (status: number, body: object): void => {
  globalThis.fetch = async () => new Response(JSON.stringify(body), { status });
};
const words = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => assert.fail('nothing failed'),
    (error: unknown) => wordsOf(error, t).words,
  );

test('options that cannot be loaded are said by their kind, but not while older ones are there', () => {
  const error = new Error('no network');
  const fault = optionsFault('points', { data: undefined, error });
  assert.equal(fault && t(fault), 'Failed to load the points to choose from');
  assert.equal(optionsFault('structures', { data: undefined, error }), 'forms:options.structures');
  assert.equal(
    optionsFault('points', { data: { rows: [] }, error }),
    null,
    'read again in vain: what was read is shown',
  );
  assert.equal(optionsFault('points', { data: undefined, error: null }), null, 'still loading');
});

test('what is not found where a file is asked for is the file; any other failure stays what it is', async () => {
  const file = () => download(corporations.brandFile, { picture: 'gone' });
  const missing = { error: 'notFound', code: 404 };
  answer(404, missing);
  assert.equal(await words(file()), 'Failed to get the file: it is no longer there');
  await assert.rejects(file(), { name: 'notFound', code: 404, status: 404 });
  answer(403, { error: 'forbidden', code: 403 });
  await assert.rejects(file(), { name: 'forbidden', status: 403, detail: undefined });
  answer(404, missing);
  assert.equal(await words(call(structures.list, { projectId: 1 })), t('errors:notFound'), 'a record is no file');
});
