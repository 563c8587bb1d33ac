/** Whose report it is: at the head of every page of PDF and Word but the cover, which has its logo and name itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { reportContent, reportLine, templateOf } from '../../../../test/report-content.fixtures.ts';
import { type ReportFile, writeReport } from './logic/write-report.ts';

const template = templateOf({ kind: 'cover' }, { kind: 'statistics', orientation: 'landscape' }, { kind: 'method' });
async function logoJpeg(): Promise<Uint8Array> {
  const canvas = createCanvas(90, 30);
  canvas.getContext('2d').fillRect(0, 0, 45, 30);
  return new Uint8Array(await canvas.encode('jpeg'));
}
const lines = { title: '', subtitle: null, client: null, contractor: null, supervisor: null };

async function filesWith(logo: Uint8Array | null) {
  const cover = { ...lines, signatures: [], logo, picture: null };
  const content = reportContent({ template, lines: [reportLine(1)], corporation: 'Jiangnan Institute', cover });
  const [pdf, docx] = (await writeReport({ work: 'files', content, formats: ['pdf', 'docx'] })) as ReportFile[];
  assert.ok(pdf && docx);
  const document = await getDocumentProxy(new Uint8Array(pdf.bytes));
  const parts = unzipSync(new Uint8Array(docx.bytes));
  const heads = Object.entries(parts).flatMap(([name, bytes]) =>
    /^word\/header\d+\.xml$/.test(name) ? [Buffer.from(bytes).toString('utf8')] : [],
  );
  const firstApart = Buffer.from(parts['word/document.xml'] ?? [])
    .toString('utf8')
    .match(/<w:titlePg\/>/g)?.length;
  return { document, pages: (await extractText(document)).text, heads, firstApart };
}

test('the corporation is named on the cover, and with the project at the head of each page after it', async () => {
  const { pages, heads, firstApart } = await filesWith(null);
  assert.ok(pages.length >= 3);
  for (const [i, page] of pages.entries()) assert.ok(page.includes('Jiangnan Institute'), `page ${i + 1}: ${page}`);
  assert.equal(heads.filter((each) => each.includes('Jiangnan Institute') && each.includes('Pit 7')).length, 3);
  assert.equal(heads.filter((each) => !each.includes('Jiangnan Institute')).length, 1, 'the cover has no running head');
  assert.equal(firstApart, 1, 'of the section with the cover alone');
});

test('its logo is on the cover and at the head of each page after it, in PDF and Word', async () => {
  const { document, pages, heads } = await filesWith(await logoJpeg());
  for (let page = 1; page <= pages.length; page++)
    assert.deepEqual(
      (await extractImages(document, page)).map(({ width, height }) => [width, height]),
      [[90, 30]],
      `page ${page}`,
    );
  assert.equal(heads.filter((each) => each.includes('<w:drawing>')).length, 3);
});

test('in a workbook it stands beside the title, as large as it has room and in its own shape', async () => {
  const sheetOf = async (jpeg: Uint8Array | null) => {
    const cover = { ...lines, signatures: [], logo: jpeg, picture: null };
    const content = reportContent({ template, lines: [reportLine(1)], corporation: 'Jiangnan Institute', cover });
    const [file] = (await writeReport({ work: 'files', content, formats: ['xlsx'] })) as ReportFile[];
    return (await readXlsx(file?.bytes ?? new Uint8Array())).sheets[0];
  };
  const sheet = await sheetOf(await logoJpeg());
  assert.deepEqual(
    sheet?.images?.map(({ type, anchor, width, height, altText }) => [type, anchor.from, width, height, altText]),
    [['jpeg', { row: 0, col: 0 }, 168, 56, 'Jiangnan Institute']],
  );
  assert.equal(sheet?.rows[0]?.[0], null, 'no word under it');
  const without = await sheetOf(null);
  assert.deepEqual([without?.images ?? [], without?.rows[0]?.[0]], [[], 'Fact']);
});
