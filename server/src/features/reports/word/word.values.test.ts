/** What a Word document of people says of a report: what is printed, how often, and what of a release it has no place for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import { wordLimits } from '@plumbline/contract/reports/templates.word';
import { paragraph as p, wordOf } from '../../../../test/archives.ts';
import { reportAlert, reportContent, reportLine, toMs } from '../../../../test/report-content.fixtures.ts';
import { partsOf } from './logic/docx-archive.ts';
import { WordValues } from './logic/word-values.ts';
import { fillDocument } from './word.api.ts';

async function textsOf(body: string, change: Parameters<typeof reportContent>[0] = {}): Promise<string[]> {
  const parts = partsOf(Buffer.from(await fillDocument(wordOf(body), reportContent(change))));
  const xml = parts.get('word/document.xml')?.toString('utf8') ?? '';
  return [...xml.matchAll(/<w:p[ >].*?<\/w:p>/gs)]
    .map(([paragraph]) => [...paragraph.matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, text]) => text).join(''))
    .filter((text) => text.trim() !== '');
}

test('what there is none of, and a number that is zero, is not printed', async () => {
  const body = [
    p('{{#if alerts.total}}Alerts: {{alerts.total}}{{/if}}'),
    p('{{#unless alerts.total}}All is quiet.{{/unless}}'),
    p('{{#if alerts}}Listed{{/if}}'),
    p('{{#if release.code}}Code {{release.code}}{{/if}}'),
  ].join('');
  assert.deepEqual(await textsOf(body), ['All is quiet.']);
  const alerts = [reportAlert()];
  assert.deepEqual(await textsOf(body, { alerts, alertTotal: 1 }), ['Alerts: 1', 'Listed']);
});

test('a repetition prints each point with its own figures, and what it lacks as a dash', async () => {
  const lines = [
    reportLine(1, { figures: { max: 3 } }),
    reportLine(2, { figures: { max: null, expected: 5000, missing: 1 } }),
  ];
  const body = p('{{#points}}{{point.name}} {{point.max}} {{point.completeness}};{{/points}}');
  assert.deepEqual(await textsOf(body, { lines }), ['W-1 3.000 100.0;W-2 – 99.9;']);
});

test('a document may repeat as much as the bound says, each place counted once, and no more', () => {
  const lines = Array.from({ length: wordLimits.rows }, (_, i) => reportLine(i + 1));
  const words = '#points';
  const values = new WordValues(reportContent({ lines }));
  // The library asks twice for each tag.
  for (let times = 0; times < 2; times++)
    assert.deepEqual(values.at({ words, around: [] }), { count: wordLimits.rows });
  assert.throws(
    () => values.at({ words: '#families', around: [] }),
    (error) => error instanceof Failure && error.name === 'reportTooLarge',
  );
});

test('a released report says that it is one, whatever its document has no place for', async () => {
  const release = {
    state: 'released',
    conclusions: 'The wall has come to rest.',
    version: 2,
    approvedBy: 'Li Na',
    releasedBy: 'Wu Jing',
    releasedAtMs: toMs,
    code: 'PLMB-0001',
    address: 'https://north.example/verify/PLMB-0001',
  } as const;
  const bare = (await textsOf(p('Only this'), { release })).join('\n');
  for (const text of ['Li Na', 'PLMB-0001', 'The wall has come to rest.']) assert.ok(bare.includes(text), bare);
  const placed = await textsOf(p('{{conclusions.text}}') + p('{{release.approvedBy}} {{release.code}}'), { release });
  assert.equal(placed.filter((text) => text.includes('come to rest')).length, 1, placed.join('\n'));
  const review = await textsOf(p('Only this'), { release: { state: 'inReview', conclusions: '' } });
  assert.ok(review.join('\n').includes('In review'), review.join('\n'));
});
