import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { languages } from '@plumbline/contract/kernel/constants';
import { errors } from '@plumbline/contract/kernel/errors';
import { families } from '@plumbline/contract/points/families';
import { fieldWords } from '@plumbline/contract/points/families.words';
import { changeCounts } from '@plumbline/contract/readings/history';
import { inTaiwan, traditional, fieldWords as wordsOfPacks } from '../../tools/languages.ts';

/** Three languages, complete: a missing key fails here, not before a user. */
const src = join(import.meta.dirname, '../src');
const folder = (language: string): string => join(src, 'languages', language);
const read = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder(language), file), 'utf8'));
const filesOf = (language: string): string[] => globSync('*/*.json', { cwd: folder(language) }).sort();
const files = filesOf('en');
const plural = /_(zero|one|two|few|many|other)$/;

function keysOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return [prefix.replace(plural, '')];
  return Object.entries(value).flatMap(([key, each]) => keysOf(each, prefix === '' ? key : `${prefix}.${key}`));
}
const unique = (keys: string[]): string[] => [...new Set(keys)].sort();
const english = new Map(files.map((file) => [basename(file, '.json'), new Set(keysOf(read('en', file)))]));

for (const language of languages.filter((each) => each !== 'en'))
  test(`${language} holds the same keys as English`, () => {
    assert.deepEqual(filesOf(language), files);
    for (const file of files)
      assert.deepEqual(unique(keysOf(read(language, file))), unique(keysOf(read('en', file))), `${language}/${file}`);
  });

test('no word is empty, and each says the same variables', () => {
  const variables = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!).sort();
  const flat = (value: unknown, prefix = ''): [string, string][] =>
    typeof value === 'string'
      ? [[prefix, value]]
      : Object.entries(value as object).flatMap(([key, each]) => flat(each, `${prefix}.${key}`));
  for (const file of files) {
    const inEnglish = new Map(flat(read('en', file)));
    for (const [key, text] of flat(read('zh-CN', file))) {
      assert.notEqual(text.trim(), '', `zh-CN/${file} ${key}`);
      const same = inEnglish.get(key);
      if (same !== undefined) assert.deepEqual(variables(text), variables(same), `${file} ${key}`);
    }
  }
});

test('the words of fields that headings of files are known by are those of the packs of today', () => {
  assert.deepEqual(fieldWords, wordsOfPacks());
});

test('traditional Chinese is made from the simplified packs of today', () => {
  for (const file of files) {
    const now = JSON.parse(readFileSync(join(folder('zh-TW'), file), 'utf8')) as unknown;
    assert.deepEqual(
      now,
      JSON.parse(traditional(readFileSync(join(folder('zh-CN'), file), 'utf8'))),
      `zh-TW/${file}: npm run languages`,
    );
  }
});

test('Taiwan reads its own words, and a column is never a row', () => {
  const words: readonly (readonly [string, string])[] = [
    ['监测类型', '監測類型'],
    ['参数', '參數'],
    ['扩展模块', '擴充模組'],
    ['没有权限', '沒有權限'],
    ['账号', '帳號'],
    ['第 {{line}} 行第 {{column}} 列', '第 {{line}} 列第 {{column}} 欄'],
    ['进行中，列表与系列不变', '進行中，列表與系列不變'],
  ];
  for (const [simplified, traditionalWords] of words) assert.equal(inTaiwan(simplified), traditionalWords);
});

test('every error of the catalogue has words', () => {
  for (const name of Object.keys(errors)) assert.ok(english.get('errors')?.has(name), name);
});

test('every family and field has words', () => {
  const words = english.get('families');
  for (const family of Object.values(families)) {
    assert.ok(words?.has(`family.${family.code}`), family.code);
    const fields = [...family.fields, ...('nodeFields' in family ? family.nodeFields : [])];
    for (const field of fields)
      assert.ok(words?.has(`field.${family.code}.${field.key}`), `${family.code}.${field.key}`);
  }
});

test('every count of the change log has words', () => {
  for (const name of changeCounts) assert.ok(english.get('readings')?.has(`change.count.${name}`), name);
});

test('the compiler knows every file of words', () => {
  const types = readFileSync(join(src, 'i18next.d.ts'), 'utf8');
  const named = [...types.matchAll(/languages\/en\/(\w+\/\w+\.json)/g)].map((match) => match[1]!);
  assert.deepEqual(named.sort(), files);
});

test('every key that the pages use exists', () => {
  const missing: string[] = [];
  for (const path of globSync('**/*.{ts,tsx}', { cwd: src })) {
    const text = readFileSync(join(src, path), 'utf8');
    const literal = [
      ...text.matchAll(/\bt\(\s*'([^']+)'/g),
      ...text.matchAll(/wordKey: '([^']+)'/g),
      // Field definitions name their words as data.
      ...text.matchAll(/\b(?:label|tips|placeholder|title|note|unit): '([a-zA-Z]+:[\w.]+)'/g),
    ].map((match) => match[1]!);
    for (const key of literal) {
      const [feature, rest] = key.split(':') as [string, string | undefined];
      if (rest === undefined || !english.get(feature)?.has(rest)) missing.push(`${path}: ${key}`);
    }
    // A key made at run time must begin under something that exists.
    const begun = [
      ...text.matchAll(/\b(?:t|wordKey)\(\s*`([^`$]+)\$\{/g),
      ...text.matchAll(/\b(?:label|tips|placeholder|title|note|unit): `([a-zA-Z]+:[^`$]*)\$\{/g),
    ];
    for (const [, start] of begun) {
      const [feature, rest = ''] = start!.split(':') as [string, string | undefined];
      if (![...(english.get(feature) ?? [])].some((key) => key.startsWith(rest))) missing.push(`${path}: ${start}...`);
    }
  }
  assert.deepEqual(missing, []);
});
