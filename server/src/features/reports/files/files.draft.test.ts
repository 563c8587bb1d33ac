/** A report that is not released says so on every page of every file that has pages; a released one, or a look at a template, does not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';
import { reportContent, reportLine, templateOf, toMs } from '../../../../test/report-content.fixtures.ts';
import type { ReportRelease } from '../release-parts/release-parts.api.ts';
import { wordsOf } from '../words/words.api.ts';
import { drawPages } from './logic/print.ts';
import { aboutTable } from './logic/sheet-rows.ts';
import { type ReportFile, writeReport } from './logic/write-report.ts';

const marks: Readonly<Record<Language, readonly [across: string, head: string]>> = {
  en: ['DRAFT', 'Draft, not released'],
  'zh-CN': ['草稿', '草稿，尚未发布'],
  'zh-TW': ['草稿', '草稿，尚未發布'],
};
const released: ReportRelease = {
  state: 'released',
  conclusions: '',
  version: 1,
  approvedBy: 'Li Na',
  releasedBy: 'Wu Jing',
  releasedAtMs: toMs,
  code: 'PLMB-0001',
  address: 'https://north.example/verify/PLMB-0001',
};
const template = templateOf(
  { kind: 'cover' },
  { kind: 'statistics', orientation: 'landscape' },
  { kind: 'method', newPage: true },
);
const contentOf = (language: Language, release?: ReportRelease) =>
  reportContent({ language, template, lines: [reportLine(1)], ...(release && { release }) });

async function filesOf(language: Language, release?: ReportRelease): Promise<{ pages: string[]; heads: string[] }> {
  const content = contentOf(language, release);
  const files = (await writeReport({ work: 'files', content, formats: ['pdf', 'docx'] })) as readonly ReportFile[];
  const [pdf, docx] = files.map(({ bytes }) => new Uint8Array(bytes));
  assert.ok(pdf && docx);
  const { text } = await extractText(await getDocumentProxy(pdf));
  const heads = Object.entries(unzipSync(docx)).flatMap(([name, bytes]) =>
    /^word\/header\d+\.xml$/.test(name) ? [Buffer.from(bytes).toString('utf8')] : [],
  );
  return { pages: text, heads };
}

for (const language of languages)
  test(`each page of a draft is marked across and at its head, and none once it is released (${language})`, async () => {
    const [across, head] = marks[language];
    for (const release of [undefined, { state: 'inReview', conclusions: '' } as const]) {
      const { pages, heads } = await filesOf(language, release);
      assert.ok(pages.length >= 3 && heads.length >= 2, `${pages.length} pages, ${heads.length} heads`);
      for (const [i, page] of pages.entries())
        assert.ok(page.includes(head) && page.replaceAll(head, '').includes(across), `page ${i + 1}: ${page}`);
      for (const each of heads) assert.ok(each.includes(head));
    }
    const { pages, heads } = await filesOf(language, released);
    for (const each of [...pages, ...heads]) assert.ok(!each.includes(across) && !each.includes(head), each);
  });

test('the workbook of a draft says so on its first sheet', () => {
  const words = wordsOf('en');
  const textOf = (release?: ReportRelease) => JSON.stringify(aboutTable(contentOf('en', release), words).rows);
  assert.ok(textOf().includes('Draft, not released'));
  assert.ok(!textOf(released).includes('Draft'));
});

test('a look at a template shows the paper, not a draft of it', () => {
  const size = (isSample: boolean) => drawPages({ ...contentOf('en'), isSample }).svg.length;
  assert.ok(size(true) < size(false), 'fewer letters are drawn');
});
