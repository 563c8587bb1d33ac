import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { inTaiwan } from '../../tools/languages.ts';

/** One word for one thing: the screens speak as docs/language.md does, in three languages. */
const page = readFileSync(join(import.meta.dirname, '../../docs/language.md'), 'utf8');
const folder = join(import.meta.dirname, '../src/languages');

interface Term {
  readonly word: string;
  readonly simplified: string;
  readonly taiwan: string;
  /** English and Chinese words that are not used for the thing; those with a remark mean something else, and pass. */
  readonly notCalled: readonly string[];
}

const terms: readonly Term[] = page
  .split('\n')
  .filter((line) => /^\| (?!Word |---)/.test(line))
  .map((line) => {
    const [word = '', simplified = '', taiwan = '', , notCalled = ''] = line
      .slice(1)
      .split('|')
      .map((cell) => cell.trim());
    const words = notCalled.replace(/\([^)]*\)/g, '*').split(',');
    return {
      word,
      simplified,
      taiwan,
      notCalled: words.map((each) => each.trim()).filter((each) => /^[^*]+$/.test(each)),
    };
  });
/** Words that the page has for another thing: `role` is no account type, and a term all the same. */
const alsoTerms = new Set(terms.flatMap(({ word }) => word.split(', ')));

function textsOf(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(value as object).flatMap(([part, each]) => textsOf(each, `${key}.${part}`));
}
const packOf = (language: string): ReadonlyMap<string, string> =>
  new Map(
    globSync('*/*.json', { cwd: join(folder, language) }).flatMap((file) =>
      textsOf(JSON.parse(readFileSync(join(folder, language, file), 'utf8')), basename(file, '.json')),
    ),
  );
const english = packOf('en');
const chinese = packOf('zh-CN');
const taiwanese = packOf('zh-TW');

/** Ruled-out words that are also plain English for something else on the screens: `row` of a table, `right` axis. */
const plainEnglish = new Set(
  (
    'row model deleted type column serial setting edit sensor state warning token port group upload server right normal ' +
    'log pending old measurement config protocol network key direction alarm total offset object disabled close backup ' +
    'login live held category active update types speed asset API exception'
  ).split(' '),
);
/** Names that the specification gives: its word wins. */
const specified = new Set(['points.tab.offline']);
/** Labels whose English word is one of the page in another sense, so that Chinese has another word. */
const otherLabels: Readonly<Record<string, string>> = {
  'documents.kinds.manual': 'a book',
  'alerts.quantity': 'value, change or rate of a field',
  'alerts.csv.quantity': 'value, change or rate of a field',
  'panel.quantity': 'value, change or rate of a field',
  'readings.quantity': 'value, change or rate of a field',
  'readings.quantities.total': 'the sum of rain or flow so far, no change',
  'connections.mqtt.readings': 'all of them as data',
  'readings.readings': 'all of them as data',
  'topology.feeds': 'which points a device feeds: a verb',
  'readings.filters.threshold': 'how many times the spread: a factor',
};

test('the page is read whole', () => {
  assert.ok(terms.length > 100, `${terms.length} terms`);
  assert.ok(terms.filter(({ simplified }) => simplified !== '').length > 50);
});

test('the word of Taiwan is that of the conversion', () => {
  for (const { word, simplified, taiwan } of terms) if (simplified) assert.equal(taiwan, inTaiwan(simplified), word);
});

test('each Chinese word of the page is on a screen', () => {
  for (const [pack, wordOf] of [
    [chinese, (term: Term) => term.simplified],
    [taiwanese, (term: Term) => term.taiwan],
  ] as const)
    for (const term of terms)
      assert.ok(
        [...pack.values()].some((text) => text.includes(wordOf(term))),
        `${term.word}: ${wordOf(term)}`,
      );
});

test('a label that is a word of the page has its Chinese word', () => {
  const wrong: string[] = [];
  const used = new Set<string>();
  for (const { word, simplified } of terms.filter((term) => term.simplified !== ''))
    for (const [key, text] of english) {
      if (!new RegExp(`^${word.split(',')[0]}(s|es)?$`, 'i').test(text)) continue;
      const own = chinese.get(key) ?? chinese.get(key.replace(/_one$/, '_other')) ?? '';
      if (own.includes(simplified)) continue;
      used.add(key);
      if (!(key in otherLabels)) wrong.push(`${key}: ${text} is ${own}, not ${simplified}`);
    }
  assert.deepEqual(wrong, []);
  assert.deepEqual([...used].sort(), Object.keys(otherLabels).sort(), 'no exception is left over');
});

test('no screen says a word that the page rules out', () => {
  const wrong: string[] = [];
  const used = new Set<string>();
  for (const { word, notCalled } of terms)
    for (const other of notCalled.filter((each) => !alsoTerms.has(each))) {
      const isChinese = /\p{Script=Han}/u.test(other);
      const pattern = isChinese ? new RegExp(other) : new RegExp(`(?<![\\w{.-])${other}s?(?![\\w}-])`, 'i');
      for (const [key, text] of isChinese ? chinese : english) {
        if (!pattern.test(text) || specified.has(key)) continue;
        used.add(other);
        if (!plainEnglish.has(other)) wrong.push(`${key}: “${text}” says ${other}, not ${word}`);
      }
    }
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    [...plainEnglish].filter((each) => !used.has(each)),
    [],
    'no exception is left over',
  );
});
