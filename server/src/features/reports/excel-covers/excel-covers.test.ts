/** Covers of workbooks: what is taken and refused, and that a workbook has one as it was drawn, with its placeholders filled in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import { coverLimits } from '@plumbline/contract/reports/templates.cover';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { zipOf } from '../../../../test/archives.ts';
import { type CoverDraft, coverParts, coverRelation, makeCover, usualTexts } from '../../../../test/covers.ts';
import { reportContent, toMs } from '../../../../test/report-content.fixtures.ts';
import type { ReportContent } from '../blocks/blocks.api.ts';
import { type ReportFile, writeReport } from '../files/logic/write-report.ts';
import type { ReportRelease } from '../release-parts/release-parts.api.ts';
import { checkCover } from './excel-covers.api.ts';

function refusal(bytes: Uint8Array): string {
  try {
    checkCover(bytes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { fault, where } = (error.detail ?? {}) as { fault?: string; where?: string };
    return [error.name, fault, where].filter((each) => each !== undefined).join(' ');
  }
  return 'taken';
}
const refused = (draft: CoverDraft): string => refusal(makeCover(draft));
const changedPart = (name: string, change: (text: string) => string): Buffer =>
  zipOf(
    coverParts().map((part) =>
      part.name === name ? { ...part, text: change(Buffer.from(part.text).toString()) } : part,
    ),
  );

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
const parties = { title: '', subtitle: null, client: '=1+1', contractor: null, supervisor: null };
const contentOf = (change: Partial<ReportContent> = {}) =>
  reportContent({
    number: 7,
    corporation: 'North & Sons',
    cover: { ...parties, signatures: [], logo: null, picture: null },
    excelCover: new Uint8Array(makeCover()),
    ...change,
  });
async function bookOf(change: Partial<ReportContent> = {}): Promise<Uint8Array> {
  const content = contentOf(change);
  const [file] = (await writeReport({ work: 'files', content, formats: ['xlsx'] })) as readonly ReportFile[];
  return file?.bytes ?? new Uint8Array();
}
const textsOf = (book: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(book)).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  );

test('a cover is taken with what it asks for, each placeholder once with the place of the first', () => {
  const { sheets, tags } = checkCover(makeCover());
  assert.deepEqual(sheets, ['Cover']);
  assert.deepEqual(
    tags.map(({ words, kind, place, count }) => `${place} ${words} ${kind} ${count}`),
    [
      'Cover project.corporation value 1',
      'Cover report.madeBy value 1',
      'Cover!A1 project.name value 1',
      'Cover!A2 report.number value 1',
      'Cover!A2 period.first value 1',
      'Cover!A2 period.last value 1',
      'Cover!A3 project.client value 1',
      'Cover!A4 release.code value 1',
      'Cover!A5 release.picture | width:2 picture 1',
    ],
  );
});

test('what is no workbook, locked, damaged or too large is refused before anything walks it', () => {
  assert.equal(refusal(Buffer.from('a,b,c')), 'coverUnfit noWorkbook ');
  assert.equal(refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex')), 'coverUnfit noWorkbook ', 'a workbook of before 2007');
  const locked = Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]);
  assert.equal(refusal(locked), 'fileEncrypted');
  assert.equal(refusal(makeCover().subarray(0, 900)), 'fileDamaged');
  assert.equal(refusal(changedPart('xl/worksheets/sheet1.xml', (text) => text.slice(0, -20))), 'fileDamaged');
  const bomb = Buffer.alloc(coverLimits.inflatedBytes, 'a');
  assert.equal(refused({ more: [{ name: 'xl/a.bin', text: bomb }] }), 'coverTooLarge inflatedBytes');
  const long = Buffer.alloc(coverLimits.textBytes, ' ');
  assert.equal(refused({ more: [{ name: 'xl/a.xml', text: long }] }), 'coverTooLarge textBytes');
  const many = Array.from({ length: coverLimits.parts }, (_, i) => ({ name: `xl/${i}.bin`, text: 'x' }));
  assert.equal(refused({ more: many }), 'coverTooLarge parts');
  assert.equal(refused({ sheets: ['a', 'b', 'c', 'd', 'e', 'f'] }), 'coverTooLarge sheets');
  const cells = `<row r="1">${'<c r="A1"/>'.repeat(coverLimits.cells + 1)}</row>`;
  assert.equal(refused({ cells }), 'coverTooLarge cells');
  assert.equal(
    refused({ behind: '<sheetPr>'.repeat(coverLimits.depth) + '</sheetPr>'.repeat(coverLimits.depth) }),
    'coverTooLarge depth',
  );
  const tags = Array.from({ length: coverLimits.tags + 1 }, () => '<t>{{project.name}}</t>');
  assert.equal(refused({ texts: tags }), 'coverTooLarge tags');
  const xfs = '<xf numFmtId="0" fontId="0"/>'.repeat(coverLimits.styles);
  assert.equal(
    refusal(changedPart('xl/styles.xml', (text) => text.replace('</cellXfs>', `${xfs}</cellXfs>`))),
    'coverTooLarge styles',
  );
  assert.equal(refusal(changedPart('xl/styles.xml', (text) => text.replace(/<fills.*<\/fills>/, ''))), 'fileDamaged');
  assert.equal(
    refused({ cells: '<row r="1"><c r="A1" t="s"><v>99</v></c></row>' }),
    'fileDamaged',
    'a text that is not there',
  );
});

test('what runs, computes, is fetched, or is not carried over as it was drawn is refused by name and place', () => {
  const types = '[Content_Types].xml';
  const macros = changedPart(types, (text) => text.replace('.sheet.main+xml', '.sheet.macroEnabled.main+xml'));
  assert.equal(refusal(macros), 'coverUnfit macros /xl/workbook.xml');
  const word = changedPart(types, (text) => text.replace('spreadsheetml.sheet.main', 'wordprocessingml.document.main'));
  assert.equal(refusal(word), 'coverUnfit noWorkbook xl/workbook.xml');
  const strict = changedPart('xl/workbook.xml', (text) =>
    text.replace(/xmlns="[^"]*"/, 'xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"'),
  );
  assert.equal(refusal(strict), 'coverUnfit noWorkbook xl/workbook.xml');
  for (const [type, fault] of [
    ['vbaProject', 'macros'],
    ['externalLink', 'external'],
    ['connections', 'external'],
    ['pivotCacheDefinition', 'table'],
    ['sheetMetadata', 'cellPicture'],
  ] as const)
    assert.equal(
      refusal(
        changedPart('xl/_rels/workbook.xml.rels', (text) =>
          text.replace('</Relationships>', `${coverRelation('rId99', type, 'x')}</Relationships>`),
        ),
      ),
      `coverUnfit ${fault} xl/workbook.xml`,
    );
  for (const [type, fault] of [
    ['oleObject', 'embedded'],
    ['comments', 'comment'],
    ['table', 'table'],
    ['pivotTable', 'table'],
    ['anything', 'part'],
  ] as const)
    assert.equal(
      refused({ relations: coverRelation('rId9', type, '../x.xml') }),
      `coverUnfit ${fault} xl/worksheets/sheet1.xml`,
    );
  const outside = `${coverRelation('rId9', 'image', 'https://a.example/x.png').slice(0, -2)} TargetMode="External"/>`;
  assert.match(refused({ relations: outside }), /^coverUnfit external /);
  for (const [element, fault] of [
    ['conditionalFormatting', 'conditional'],
    ['dataValidations', 'validation'],
    ['autoFilter', 'table'],
    ['legacyDrawing', 'comment'],
    ['controls', 'embedded'],
    ['extLst', 'part'],
  ] as const)
    assert.equal(refused({ behind: `<${element}/>` }), `coverUnfit ${fault} Cover`);
  assert.equal(
    refused({ cells: '<row r="3"><c r="B3"><f>NOW()</f><v>1</v></c></row>' }),
    'coverUnfit formula Cover!B3',
  );
  assert.equal(refused({ cells: '<row r="3"><c r="B3" vm="1"><v>1</v></c></row>' }), 'coverUnfit cellPicture Cover!B3');
  assert.match(refused({ inDrawing: '<xdr:sp macro="[0]!Run"/>' }), /^coverUnfit macros/);
  assert.match(refused({ inDrawing: '<xdr:sp textlink="Cover!$A$1"/>' }), /^coverUnfit formula/);
  assert.match(refused({ inDrawing: '<xdr:graphicFrame/>' }), /^coverUnfit chart/);
  assert.equal(refused({ picture: Buffer.from('<svg/>') }), 'coverUnfit pictureFormat xl/media/logo.png');
  const wide = Buffer.from(coverParts().find(({ name }) => name.endsWith('.png'))?.text ?? '');
  wide.writeUInt32BE(90_000, 16);
  wide.writeUInt32BE(90_000, 20);
  assert.equal(refused({ picture: wide }), 'coverTooLarge pixels');
  assert.equal(refused({ workbook: '<workbookPr date1904="1"/>' }), 'coverUnfit dates1904 xl/workbook.xml');
  const hidden = changedPart('xl/workbook.xml', (text) => text.replace('<sheet ', '<sheet state="veryHidden" '));
  assert.equal(refusal(hidden), 'coverUnfit hiddenSheet Cover');
  const area = changedPart('xl/workbook.xml', (text) => text.replace('Cover!$A$1:$D$20', '[1]Other!$A$1'));
  assert.equal(refusal(area), 'coverUnfit printArea Cover');
  const entities = changedPart('xl/sharedStrings.xml', (text) =>
    text.replace('<sst', '<!DOCTYPE x [<!ENTITY a "b">]><sst'),
  );
  assert.match(refusal(entities), /^coverUnfit part/);
  const themed = changedPart('xl/theme/theme1.xml', (text) =>
    text.replace('<a:themeElements/>', '<a:blip r:embed="rId1"/>'),
  );
  assert.equal(refusal(themed), 'coverUnfit part theme');
});

test('a placeholder that cannot be filled in is refused with its cell', () => {
  const of = (text: string) => refused({ texts: ['<t>x</t>', `<t>${text}</t>`] });
  assert.equal(of('{{project.nme}}'), 'coverUnfit placeholder Cover!A2');
  assert.equal(of('{{project.name'), 'coverUnfit placeholder Cover!A2');
  assert.equal(of('{{project.name | number:2}}'), 'coverUnfit placeholder Cover!A2');
  assert.equal(of('{{#points}}'), 'coverUnfit placeholder Cover!A2', 'a cover repeats nothing');
  assert.equal(of('code {{release.picture}}'), 'coverUnfit picturePlace Cover!A2');
  assert.equal(of('{{point(CX-01).max | number:1}}'), 'taken');
  assert.equal(refused({ sheets: ['{{x}}'] }), 'coverUnfit placeholderPlace {{x}}');
  assert.equal(refused({ inDrawing: '<xdr:sp name="{{project.name}}"/>' }), 'coverUnfit placeholderPlace Cover');
});

test('the workbook begins with the cover as it was drawn: its parts are those of the firm but for the placeholders', async () => {
  const book = textsOf(await bookOf({ release: released }));
  const before = textsOf(makeCover());
  const { sheets } = await readXlsx(await bookOf({ release: released }));
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Cover', 'Report', 'Summary', 'Crack', 'Alerts', 'Devices'],
  );
  const [id] = /<sheet name="Cover" sheetId="\d+" r:id="(\w+)"\/>/.exec(book['xl/workbook.xml'] ?? '')?.slice(1) ?? [];
  const [path = ''] =
    new RegExp(`Id="${id}"[^>]*Target="/([^"]*)"`).exec(book['xl/_rels/workbook.xml.rels'] ?? '')?.slice(1) ?? [];
  const filledHead = (before['xl/worksheets/sheet1.xml'] ?? '').replace(
    '{{project.corporation}}',
    'North &amp;&amp; Sons',
  );
  assert.equal(book[path], filledHead, 'cells, widths, heights, merged cells, print set-up');
  for (const list of ['fonts', 'fills', 'borders', 'cellXfs', 'numFmts']) {
    const inner = (text = '') => new RegExp(`<${list}[^>]*>(.*?)</${list}>`).exec(text)?.[1] ?? '';
    assert.ok(inner(book['xl/styles.xml']).startsWith(inner(before['xl/styles.xml'])), list);
    const count = Number(new RegExp(`<${list} count="(\\d+)"`).exec(book['xl/styles.xml'] ?? '')?.[1]);
    const item = { fonts: 'font', fills: 'fill', borders: 'border', cellXfs: 'xf', numFmts: 'numFmt' }[list];
    assert.equal(inner(book['xl/styles.xml']).match(new RegExp(`<${item}[ >]`, 'g'))?.length, count, list);
  }
  assert.equal(book['xl/theme/theme1.xml'], before['xl/theme/theme1.xml'], 'the colours that its formats name');
  const pictures = Object.entries(unzipSync(await bookOf({ release: released }))).filter(([name]) =>
    name.startsWith('xl/media/'),
  );
  const logo = unzipSync(makeCover())['xl/media/logo.png'] ?? new Uint8Array();
  assert.ok(
    pictures.some(([, bytes]) => Buffer.from(bytes).equals(logo)),
    'the logo, byte by byte',
  );
  assert.match(
    book['xl/workbook.xml'] ?? '',
    /<definedName name="_xlnm.Print_Area" localSheetId="0">Cover!\$A\$1:\$D\$20</,
  );
  assert.match(book['xl/workbook.xml'] ?? '', /<definedName name="_xlnm.Print_Area" localSheetId="1">'Report'!/);
});

test('the sheets of the report are what they are without a cover: values, looks, print set-up, charts', async () => {
  const [withCover, without] = await Promise.all(
    [{}, { excelCover: undefined as never }].map(
      async (change) => await readXlsx(await bookOf(change), { readStyles: true }),
    ),
  );
  const plain = (sheets: NonNullable<typeof without>['sheets']) =>
    sheets.map(({ name, rows, columns, pageSetup, charts, cells, headerFooter }) => {
      // A cell without a fill has none, or one without a pattern.
      const filled = (fill: object | undefined) =>
        fill && 'pattern' in fill && fill.pattern === 'none' ? undefined : fill;
      const styles = [...(cells ?? [])].map(([key, { value, style }]) => [
        key,
        value,
        style?.numFmt,
        filled(style?.fill),
        { ...style?.border },
        style?.font?.bold,
      ]);
      return { name, rows, columns, pageSetup, charts, styles, headerFooter };
    });
  assert.deepEqual(plain(withCover?.sheets.slice(1) ?? []), plain(without?.sheets ?? []));
});

test('placeholders have the values of the report as texts, whatever they begin with and wherever the look of a text changes', async () => {
  const book = await bookOf({ release: released, project: '=HYPERLINK("http://a.example")<&>_x0041_' });
  const { sheets } = await readXlsx(book);
  const column = sheets[0]?.rows.map(([first]) => first);
  assert.deepEqual(
    column?.slice(0, 6),
    [
      'Monitoring report of =HYPERLINK("http://a.example")<&>_x0041_',
      'No. 7, 2026-03-02 to 2026-03-08',
      'Client: =1+1 (client)',
      'PLMB-0001',
      null,
      'not a placeholder',
    ].map((each) => each ?? column?.[4]),
  );
  assert.ok(!column?.[4], 'a picture stands in the place of its placeholder');
  const files = textsOf(book);
  for (const [name, text] of Object.entries(files))
    if (name.startsWith('xl/worksheets/')) assert.ok(!text.includes('<f'), name);
  const strings = files['xl/sharedStrings.xml'] ?? '';
  assert.match(
    strings,
    /<rPr><b\/><sz val="12"\/><rFont val="SimSun"\/><\/rPr><t xml:space="preserve">Client: =1\+1<\/t>/,
  );
  const drawings = Object.entries(files).filter(([name]) => /^xl\/drawings\/drawing\d+\.xml$/.test(name));
  const drawn = drawings.find(([, text]) => text.includes('name="Logo"'))?.[1] ?? '';
  assert.match(drawn, /<a:t>Made by Wu Jing<\/a:t>/);
  assert.match(
    drawn,
    /<xdr:row>4<\/xdr:row>.*cx="720000" cy="720000".*descr="https:\/\/north\.example/s,
    'the code, two centimetres wide, at A5',
  );
  assert.ok(!JSON.stringify(files).includes('{{'), 'no placeholder is left');
});

test('until its release a report is marked on its cover, and not after it', async () => {
  const drawn = async (change: Partial<ReportContent>) => JSON.stringify(textsOf(await bookOf(change)));
  const draft = await drawn({});
  assert.match(draft, /<a:t>DRAFT<\/a:t>/);
  assert.match(draft, /<a:t>Draft, not released<\/a:t>/);
  assert.ok(
    (await drawn({ language: 'zh-CN', release: { state: 'inReview', conclusions: '' } })).includes(
      '<a:t>草稿，尚未发布</a:t>',
    ),
  );
  assert.ok(!(await drawn({ release: released })).includes('<a:t>DRAFT'));
  const bare = makeCover({
    behind: '<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/>',
    relations: '',
  });
  const marked = textsOf(await bookOf({ excelCover: new Uint8Array(bare) }));
  assert.ok(
    Object.values(marked).some((text) => /<\/?pageMargins[^>]*><drawing [^>]*r:id=/.test(text)),
    'a sheet without a drawing has one',
  );
});

test('a sheet of the report that is called like one of the cover has a number', async () => {
  const cover = makeCover({ sheets: ['report'] });
  const { sheets } = await readXlsx(await bookOf({ excelCover: new Uint8Array(cover) }));
  assert.deepEqual(
    sheets.slice(0, 2).map(({ name }) => name),
    ['report', 'Report (2)'],
  );
});

test('only the first sheet is chosen, no printer is named, and what no cell shows is not filled in', async () => {
  const behind = `<pageSetup paperSize="9" r:id="rId7"/><drawing r:id="rId1"/>`;
  const cover = makeCover({
    behind,
    texts: [...usualTexts.slice(0, 2), '<t>{{nothing}}</t>'],
    cells: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>{{project.name}}</t></is></c></row>',
    relations: coverRelation('rId7', 'printerSettings', '../printerSettings/printerSettings1.bin'),
  });
  const files = textsOf(await bookOf({ excelCover: new Uint8Array(cover) }));
  const sheets = Object.entries(files).filter(([name]) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
  assert.equal(sheets.filter(([, text]) => text.includes('tabSelected="1"')).length, 1);
  assert.ok(sheets.some(([, text]) => text.includes('<pageSetup paperSize="9"/>')));
  assert.ok(sheets.some(([, text]) => text.includes('<is><t xml:space="preserve">Pit 7</t></is>')));
  assert.ok(!Object.keys(files).some((name) => name.includes('printerSettings')));
});
