/** Blocks of views, casings and masters in every file of a report: pages, Word documents, workbook, CSV. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { reportTemplates, wordType } from '@plumbline/contract/reports/templates';
import { unzipSync } from 'fflate';
import { paragraph as p, wordOf } from '../../../../test/archives.ts';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { faultsOfDocument, printedText } from '../../../../test/word-soundness.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { openFiles } from '../../../kernel/files.ts';
import { readSource } from '../period-reports/period-reports.api.ts';
import { partsOf } from '../word/logic/docx-archive.ts';

const [server, world] = await openWorlds(['Views in reports'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId } = world;
await setTimeZone(server, projectId, 'Europe/Berlin');
const marchMs = Date.parse('2025-02-28T23:00:00Z');
const old = { created_at: new Date('2025-01-01'), interval_seconds: 3600 };

const crack = await makePoint(server, world, 'C-1', { family: 'crack', type: 2, mode: 0, ...old });
await seal(
  server,
  crack,
  Array.from({ length: 300 }, (_, i) => ({ at: marchMs + i * hourMs, values: [10 + Math.sin(i / 20), 15 + i / 100] })),
);
// Every hour of the whole month: more surveys than are drawn, the last of them at its end.
const casing = await makePoint(server, world, 'IN-1', {
  family: 'deepDisplacement',
  node_count: 2,
  parameters: JSON.stringify({ segmentMm: 1000 }),
  ...old,
});
const lastHour = 31 * 24 - 3;
await seal(
  server,
  casing,
  Array.from({ length: lastHour + 1 }, (_, i) => ({ at: marchMs + i * hourMs, values: [i, 0, i, 0, i / 2, 0] })),
);
const cells = await Promise.all(
  [0, 1].map(async (n) => {
    const initial_values = JSON.stringify({ deflection: 100 });
    const id = await makePoint(server, world, `HL-${n}`, { family: 'structuralDeformation', initial_values, ...old });
    await seal(
      server,
      id,
      Array.from({ length: 31 * 24 }, (_, i) => ({
        at: marchMs + i * hourMs,
        values: [null, 100 + (n * i) / 100, null],
      })),
    );
    return id;
  }),
);
await makePoint(server, world, 'HL', {
  family: 'structuralDeformation',
  type: 3,
  mode: 0,
  ...old,
  slaves: JSON.stringify(cells.map((pointId) => ({ pointId }))),
  master_config: JSON.stringify({
    fixedPointId: null,
    lengthsMm: [],
    chainagesM: [0, 8],
    turningPointIds: [],
    closing: null,
    chords: null,
    referenceLine: null,
  }),
});

const blocks = [
  { kind: 'cover' },
  { kind: 'views', view: 'time-value', only: { families: ['crack'] } },
  { kind: 'views', view: 'adm-3d', dates: 3 },
  { kind: 'views', view: 'adm-data', dates: 3 },
  { kind: 'views', view: 'hsl-settlement', dates: 3, numbers: true },
  { kind: 'views', view: 'analysis', analysis: 'relation', only: { families: ['crack'] } },
  { kind: 'views', view: 'weather-station-chart' },
  { kind: 'views', view: 'adm-profile', only: { pointIds: [crack, 999_999] } },
  { kind: 'profiles', dates: 3 },
  { kind: 'masters', dates: 3 },
] as const;

async function templateOf(name: string): Promise<number> {
  const { body } = await server.call(reportTemplates.create, { projectId, name, content: { blocks } as never }, token);
  assert.ok(body.template, JSON.stringify(body));
  return body.template.id;
}
async function made(templateId: number, formats: PeriodReport['formats'], more = {}): Promise<PeriodReport> {
  const input = { projectId, type: 'month' as const, day: '2025-03-10', formats, language: 'en' as const, ...more };
  const { report } = (await server.call(periodReports.make, { ...input, templateId }, token)).body;
  await server.work!.settle();
  const { reports } = (await server.call(periodReports.list, { projectId }, token)).body;
  const done = reports.find(({ id }) => id === report.id)!;
  assert.equal(done.status, 'Done', JSON.stringify([done.error, done.errorDetail]));
  return done;
}
const sheetNames = (book: Uint8Array): string[] =>
  [
    ...Buffer.from(unzipSync(book)['xl/workbook.xml'] ?? [])
      .toString('utf8')
      .matchAll(/<sheet [^>]*name="([^"]*)"/g),
  ].map(([, name]) => name ?? '');
async function fileOf({ id }: PeriodReport, format: string): Promise<Buffer> {
  const { status, bytes } = await fetchFile(server, `/projects/${projectId}/reports/${id}/files/${format}`, token);
  assert.equal(status, 200);
  const folder = process.env['REPORT_FOLDER'];
  if (folder) writeFileSync(join(folder, `views-${id}.${format}`), bytes);
  return Buffer.from(bytes);
}

test('views are on the pages, and what a point does not have, or is not there, is said', async () => {
  const report = await made(await templateOf('Views'), ['pdf', 'xlsx', 'csv', 'docx']);
  const source = await readSource({ db: server.db, files: openFiles(server.config) }, report.id);
  const views = source?.content.extras.views;
  assert.ok(views);
  const states = [...views].map(([place, { points }]) => [place, points.map(({ name, state }) => `${name} ${state}`)]);
  assert.deepEqual(states, [
    [1, ['C-1 shown']],
    [2, ['IN-1 shown']],
    [3, ['IN-1 shown']],
    [4, ['HL shown']],
    [5, ['C-1 shown']],
    [6, []],
    [7, ['C-1 notOffered', '#999999 gone']],
  ]);
  const text = await printedText(await fileOf(report, 'docx'));
  if (text !== null)
    for (const words of ['No point of this part has this view', 'This point does not have this view', '#999999'])
      assert.ok(text.includes(words), `${words} is not on the page`);
  assert.equal((await fileOf(report, 'pdf')).subarray(0, 5).toString(), '%PDF-');
  // A month of surveys every hour is drawn from its first to its last, and not its first days alone.
  const [surveys] = source!.content.extras.surveys;
  assert.deepEqual(
    surveys?.surveys.map(({ atMs, values }) => [(atMs - marchMs) / hourMs, values[0]]),
    [0, Math.round(lastHour / 2), lastHour].map((hour) => [hour, hour]),
  );
});

test('the workbook and the CSV have the numbers of what is drawn', async () => {
  const report = await made(await templateOf('Numbers'), ['xlsx', 'csv']);
  const csv = (await fileOf(report, 'csv')).toString('utf8');
  for (const words of ['Profiles', 'Lines and sections', 'In space', 'Settlement line'])
    assert.match(csv, new RegExp(`^\ufeff?${words}`, 'm'), words);
  // The second cell has moved by nothing at first: its liquid is that of the reference.
  assert.match(csv, /^Main dam,HL,2025-03-01 00:00:00,,8,,0\r$/m);
  assert.match(csv, /#999999,This point is no longer in this project\./);
  assert.match(csv, /No point of this part has this view\./);
  const sheets = sheetNames(await fileOf(report, 'xlsx'));
  for (const name of ['Curve over time', 'In space', 'Data', 'Settlement line', 'Profiles', 'Lines and sections'])
    assert.ok(sheets.includes(name), `${name} is not among ${sheets}`);
});

test('Word documents are whole: those of blocks, and those of people that repeat views and masters', async (t) => {
  const templateId = await templateOf('Word');
  const written = await fileOf(await made(templateId, ['docx'], { language: 'zh-CN' }), 'docx');
  assert.deepEqual(faultsOfDocument(written), []);
  const body = [
    ...['{{#masters}}', '{{master.point}}: {{master.title}}', '{{master.picture | width:9}}', '{{/masters}}'],
    ...['{{#views}}', '[{{view.name}}] {{view.point}} {{view.title}}', '{{view.picture}}', '{{/views}}'],
    ...['{{#structures}}{{structure.name}}', '{{#views}}({{view.point}}){{/views}}', '{{/structures}}'],
  ];
  const file = { bytes: Buffer.from(wordOf(body.map((each) => p(each)).join(''))), name: 'Form.docx', type: wordType };
  const place = { projectId, templateId, version: 1 };
  const sent = await sendFile(server, reportTemplates.uploadWord, place, token, file);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  const { template } = (await server.call(reportTemplates.verify, { projectId, templateId }, token)).body;
  assert.deepEqual(
    template.problems.filter(({ kind }) => kind === 'word'),
    [],
  );
  const filled = await fileOf(await made(templateId, ['docx']), 'docx');
  assert.deepEqual(faultsOfDocument(filled), []);
  const xml = partsOf(filled).get('word/document.xml')!.toString('utf8');
  assert.doesNotMatch(xml, /\{\{/);
  const lines = [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('');
  assert.match(lines, /HL: HL/);
  assert.match(lines, /\[Curve over time\] C-1/);
  assert.match(lines, /\[In space\] IN-1/);
  // A picture for the master, and one for each drawing: curve, body, line, relation.
  assert.equal(xml.match(/<pic:pic/g)?.length, 5);
  for (const [name, bytes] of [
    ['blocks', written],
    ['filled', filled],
  ] as const) {
    const text = await printedText(bytes);
    if (text === null) t.diagnostic('LibreOffice is not installed: the documents were not printed');
    else assert.match(text, /IN-1/, name);
  }
});
