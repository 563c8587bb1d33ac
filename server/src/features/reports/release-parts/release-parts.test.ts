/** What a report says of its own release, whatever places its template has for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateOf, toMs } from '../../../../test/report-content.fixtures.ts';
import { type ReportRelease, releaseBefore, releasePaper, releaseRows } from './release-parts.api.ts';

const released: ReportRelease = {
  state: 'released',
  conclusions: 'The wall has come to rest.\n\nGo on measuring.',
  version: 2,
  approvedBy: 'Li Na',
  releasedBy: 'Wu Jing',
  releasedAtMs: toMs,
  code: 'PLMB-0001',
  address: 'https://north.example/verify/PLMB-0001',
};
const inReview: ReportRelease = { state: 'inReview', conclusions: '' };
const writing = { timeOf: (ms: number) => new Date(ms).toISOString(), nameOf: (name: string) => name };

/** What stands before the blocks of a template. */
function before(release: ReportRelease | undefined, ...kinds: readonly string[]) {
  const { blocks } = templateOf(...kinds.map((kind) => ({ kind })));
  const about = { language: 'en', ...(release && { release }) } as const;
  return blocks.map((block) => releaseBefore(block, blocks, about, writing).map(({ part }) => part));
}

test('the facts of a release name who approved it and who released it, and how it is verified', () => {
  const paper = releasePaper({ release: released, language: 'en' }, writing);
  assert.deepEqual(paper?.facts, [
    ['Version', '2'],
    ['Approved by', 'Li Na'],
    ['Released by', 'Wu Jing'],
    ['Released', new Date(toMs).toISOString()],
  ]);
  assert.deepEqual([paper?.note, paper?.verify?.address, paper?.verify?.code], [null, released.address, 'PLMB-0001']);
  assert.ok(paper?.verify?.svg.includes('<svg'));
});

test('a report that is in review says so, has nothing to verify, and one without a review says nothing', () => {
  const paper = releasePaper({ release: inReview, language: 'en' }, writing);
  assert.deepEqual(paper, { facts: [], note: 'In review: this report is not released yet.', verify: null });
  assert.equal(releasePaper({ language: 'en' }, writing), null);
  assert.deepEqual(before(undefined, 'summary'), [[]]);
  assert.deepEqual(releaseRows({ language: 'en' }, writing.timeOf), [['Version', 'Draft, not released']]);
  assert.deepEqual(releaseRows({ release: inReview, language: 'en' }, writing.timeOf), [
    ['Version', 'In review: this report is not released yet.'],
  ]);
});

test('without a cover the release stands before the first block, with one the cover says it', () => {
  const silent: ReportRelease = { ...released, conclusions: '' };
  assert.deepEqual(before(silent, 'summary', 'alerts'), [['release', 'space'], []]);
  assert.deepEqual(before(silent, 'cover', 'summary'), [[], []]);
});

test('conclusions stand once: where the template has a place for them, else before the first block of content', () => {
  const written = ['heading', 'text', 'text', 'space'];
  assert.deepEqual(before(released, 'cover', 'contents', 'summary', 'alerts'), [[], [], written, []]);
  assert.deepEqual(before(released, 'cover', 'summary', 'conclusions'), [[], [], []]);
  assert.deepEqual(before(released, 'cover'), [written]);
});

test('the workbook says the same', () => {
  assert.deepEqual(releaseRows({ release: released, language: 'en' }, writing.timeOf), [
    ['Version', '2'],
    ['Approved by', 'Li Na'],
    ['Released by', 'Wu Jing'],
    ['Released', new Date(toMs).toISOString()],
    ['Verify', released.address],
    ['Conclusions', 'The wall has come to rest.'],
    ['Conclusions', 'Go on measuring.'],
  ]);
});
