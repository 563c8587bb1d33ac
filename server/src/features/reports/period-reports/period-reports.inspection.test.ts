/** The inspections of a day as a report: rounds with their answers, photos and signatures, found by its day, numbered, released. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { inspections } from '@plumbline/contract/points/inspections';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { unzipSync } from 'fflate';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { sendFile } from '../../../../test/pictures.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { shrinkMarked } from '../../../kernel/draw.ts';

const [server, world] = await openWorlds(['North']);
const { projectId } = world;
const { token } = world.admin;
await setTimeZone(server, projectId, 'Europe/Berlin');
const day = '2026-03-18';

const question = { help: '', isRequired: true, options: [], unit: '', min: null, max: null };
const drains = [
  { label: 'Clear', isFault: false },
  { label: 'Blocked', isFault: true },
];
const questions = [
  { ...question, key: 'drain', kind: 'choice' as const, label: 'Drain at the toe', options: drains },
  { ...question, key: 'seepage', kind: 'number' as const, label: 'Seepage', unit: 'L/s', min: 0, max: 2 },
  { ...question, key: 'crest', kind: 'photo' as const, label: 'Crest' },
  { ...question, key: 'name', kind: 'signature' as const, label: 'Inspector' },
];
async function photo(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return { bytes: Buffer.from(await canvas.encode('png')), name: 'a.png', type: 'image/png' };
}

const { template } = (await server.call(inspections.createTemplate, { projectId, name: 'Walk', questions }, token))
  .body;
const schedule = { unit: 'day', every: 1, firstOn: day, at: '06:30', graceHours: 4 } as const;
const { plan } = (
  await server.call(
    inspections.createPlan,
    { projectId, name: 'Dam walk', templateId: template.id, ...schedule },
    token,
  )
).body;
const { id: roundId } = (await server.call(inspections.start, { projectId, planId: plan.id }, token)).body.round;
const answers = {
  drain: { value: 'Blocked', note: 'Leaves' },
  seepage: { value: 0.4 },
  name: { strokes: [[0.1, 0.5, 0.9, 0.5]] },
};
await server.call(inspections.answer, { projectId, roundId, answers: answers as never }, token);
await sendFile(
  server,
  inspections.addPhoto,
  { projectId, roundId, questionKey: 'crest' },
  token,
  await photo(320, 240),
);
assert.equal((await server.call(inspections.finish, { projectId, roundId }, token)).status, 200);

const make = (input: object = {}) =>
  server.call(
    periodReports.make,
    { projectId, type: 'day', day, formats: ['pdf', 'docx'], language: 'en', library: 'inspectionDaily', ...input },
    token,
  );
async function fileOf(reportId: number, format: string): Promise<Uint8Array> {
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${reportId}/files/${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200, format);
  return new Uint8Array(await response.arrayBuffer());
}
async function textOf(reportId: number): Promise<string> {
  const { text } = await extractText(await getDocumentProxy((await fileOf(reportId, 'pdf')).slice()), {
    mergePages: true,
  });
  return text.replaceAll('\u200b', '').replace(/\s+/g, ' ');
}
const listed = async (filter: object) =>
  (await server.call(periodReports.list, { projectId, page: 1, pageSize: 20, ...filter }, token)).body.reports;

test('a report of the inspections of a day has what was answered and judged, the photos and the signature', async () => {
  const { body, status } = await make();
  assert.equal(status, 200, JSON.stringify(body));
  await server.work!.settle();
  const { id } = body.report;
  const text = await textOf(id);
  for (const words of ['Inspection report of the day', 'Draft, not released', 'Dam walk', 'Drain at the toe'])
    assert.ok(text.includes(words), `${words}: ${text}`);
  for (const words of ['Blocked', 'Leaves', 'Fault', '0.4 L/s', '0 – 2 L/s', 'Within limits', 'Signed', '1 photo'])
    assert.ok(text.includes(words), `${words}: ${text}`);
  assert.match(text, /Blocked Leaves Fault\b/, 'what is wrong is judged so');
  const document = await getDocumentProxy((await fileOf(id, 'pdf')).slice());
  const sizes = [];
  for (let page = 1; page <= document.numPages; page++)
    sizes.push(...(await extractImages(document, page)).map(({ width, height }) => `${width}x${height}`));
  assert.deepEqual(sizes.sort(), ['320x240', '600x200'], 'the photo and the signature');
  const word = Buffer.from(unzipSync(await fileOf(id, 'docx'))['word/document.xml'] ?? []).toString('utf8');
  for (const words of ['Blocked', 'Leaves', 'Within limits']) assert.ok(word.includes(words), words);
  const chinese = (await make({ language: 'zh-CN' })).body.report;
  await server.work!.settle();
  const zh = (await textOf(chinese.id)).replaceAll(' ', '');
  for (const words of ['巡检日报', '填写内容', '异常', '符合要求', '已签名'])
    assert.ok(zh.includes(words), `${words}: ${zh}`);
});

test('it is found by its day, numbered by itself, and takes no template beside it', async () => {
  const ready = await listed({ day, library: 'inspectionDaily' });
  assert.deepEqual(
    ready.map(({ library, number, template }) => [library, number, template?.name]),
    [
      ['inspectionDaily', 1, '巡检日报'],
      ['inspectionDaily', 1, 'Inspection report of the day'],
    ],
  );
  assert.deepEqual(await listed({ day: '2026-03-17', library: 'inspectionDaily' }), []);
  const plain = (await make({ library: undefined, templateId: null })).body.report;
  assert.deepEqual([plain.library, plain.number], [null, 1]);
  assert.equal((await listed({ day, library: 'inspectionDaily' })).length, 2);
  const before = (await make({ day: '2026-03-17' })).body.report;
  assert.equal(before.number, 2, 'the next of its kind');
  const both = await make({ templateId: 1 });
  assert.deepEqual([both.status, both.body.error], [400, 'badInput']);
  assert.equal((await make({ library: 'product' })).body.error, 'badInput');
  await server.work!.settle();
});

test('it is concluded, approved by another and released as every report, and made anew with the same template', async () => {
  const [{ id: reportId } = { id: 0 }] = await listed({ day, library: 'inspectionDaily' });
  const one = { projectId, reportId };
  await server.call(reportReleases.setConclusions, { ...one, conclusions: 'Clear the drain this week.' }, token);
  const { review, whyNot } = (await server.call(reportReleases.get, one, token)).body;
  assert.deepEqual([review.conclusionsBy?.name !== undefined, whyNot], [true, 'reportOwnApproval']);
  await server.call(reportReleases.setApproval, { projectId, makerMayApprove: true }, token);
  for (const step of ['submit', 'approve', 'release'] as const) {
    assert.equal((await server.call(reportReleases[step], one, token)).status, 200, step);
    await server.work!.settle();
  }
  const text = await textOf(reportId);
  assert.ok(text.includes('Clear the drain this week.') && !text.includes('草稿'), text);
  const { report } = (await server.call(reportReleases.newVersion, one, token)).body;
  await server.work!.settle();
  assert.equal(report.library, 'inspectionDaily');
  assert.ok((await textOf(report.id)).includes('Drain at the toe'));
});

test('marks are drawn on a photo where somebody put them', async () => {
  const { bytes } = await photo(200, 100);
  const marks = [
    { kind: 'circle', x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.8 },
    { kind: 'arrow', x1: 0.5, y1: 0.5, x2: 0.9, y2: 0.5 },
  ] as const;
  const image = await loadImage(Buffer.from(await shrinkMarked(bytes, 200, marks)));
  const canvas = createCanvas(200, 100);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const isRed = (x: number, y: number) => {
    const [red = 0, green = 0] = context.getImageData(x, y, 1, 1).data;
    return red > 150 && green < 120;
  };
  assert.deepEqual([isRed(20, 50), isRed(140, 50), isRed(40, 50), isRed(100, 20)], [true, true, false, false]);
});
