/** What the words of a report call a point, in each language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PointStatus } from '@plumbline/contract/kernel/status';
import { blockWordsOf, fieldWord, levelWord, pointStateWord, statusWord, wordsOf } from './words.api.ts';

const words = wordsOf('en');
const status = (state: PointStatus['state'], level: PointStatus['level']): PointStatus => ({
  state,
  level,
  at: 0,
  staleAt: 1,
});

test('nothing but a point that reports and was compared is called normal, and no level above it is hidden', () => {
  assert.deepEqual(
    [
      status('reporting', 0),
      status('reporting', null),
      status('reporting', 4),
      status('stale', 0),
      status('stale', 3),
      status('failed', 0),
      status('failed', 2),
      status('neverRead', null),
    ].map((each) => statusWord(words, each)),
    ['Normal', 'No limits', 'Red', 'Stale', 'Orange, stale', 'No good value', 'Yellow, no good value', 'No reading'],
  );
});

test('the level alone is empty where nothing was compared, and the state says whether a point reports', () => {
  const all = [status('reporting', 0), status('reporting', null), status('stale', 3), status('failed', 0)];
  assert.deepEqual(
    all.map((each) => [levelWord(words, each), pointStateWord(words, each)]),
    [
      ['Normal', 'Reporting'],
      [null, 'Reporting'],
      ['Orange', 'Stale'],
      ['Normal', 'No good value'],
    ],
  );
});

test('each language has its own words, of reports, blocks and fields', () => {
  const languages = ['en', 'zh-CN', 'zh-TW'] as const;
  for (const all of [
    languages.map((language) => wordsOf(language).levels[2]),
    languages.map((language) => blockWordsOf(language).difference),
    languages.map((language) => fieldWord('crack', 'opening', language)),
    languages.map((language) => fieldWord('anchorForce', 'force', language)),
  ])
    assert.equal(all.filter((word) => word === undefined || word === '').length, 0, String(all));
  assert.deepEqual(
    languages.map((language) => wordsOf(language).levels[2]),
    ['Yellow', '黄色', '黃色'],
  );
  assert.deepEqual(
    languages.map((language) => wordsOf(language).stale),
    ['Stale', '数据过期', '資料過期'],
  );
});
