/** Report defaults of a project over HTTP: which reports begin with them, what covers say of them, and what stays as it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { corporations } from '@plumbline/contract/people/corporations';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { defaultReportConfig, type ReportConfig, reportDefaults } from '@plumbline/contract/reports/templates.defaults';
import { projects } from '@plumbline/contract/site/projects';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { png, sendFile } from '../../../../test/pictures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Defaults', 'Elsewhere'], {}, '2025-04-15T06:00:00Z');
const { projectId, corporationId } = world;
const token = world.admin.token;
const pointId = await makePoint(server, world, 'D-1', {
  family: 'crack',
  type: 2,
  mode: 0,
  interval_seconds: 3600,
});
const beginsMs = Date.parse('2025-03-01T00:00:00Z');
await seal(
  server,
  pointId,
  Array.from({ length: 48 }, (_, i) => ({ at: beginsMs + i * hourMs, values: [i / 2, 20], raw: {} })),
);

type Patch = Omit<InputOf<typeof reportDefaults.set.input>, 'projectId'>;
const get = async (of = projectId): Promise<ReportConfig> =>
  (await server.call(reportDefaults.get, { projectId: of }, token)).body.reportConfig;
async function set(patch: Patch | Record<string, unknown>, of = projectId, as = token) {
  const { status, body } = await server.call(reportDefaults.set, { projectId: of, ...(patch as Patch) }, as);
  const { error, detail } = body as { error?: string; detail?: unknown };
  return { status, error, detail };
}
const noCover = { ...defaultReportConfig.cover, withLogo: false, withPicture: false };
const namedCover = {
  ...noCover,
  title: 'Deformation {{project.name}}',
  subtitle: 'Section 4 west',
  client: 'Harbour Authority',
  contractor: 'Delta Works',
  supervisor: 'Watch & Sons',
};
const parties = ['Client Harbour Authority', 'Contractor Delta Works', 'Supervisor Watch & Sons'];
const signatures = [
  { duty: 'Measured by', person: 'Li Wei' },
  { duty: 'Approved by', person: '' },
];
async function template(name: string, blocks: object[], of = projectId, as = token): Promise<number> {
  const content = { blocks } as InputOf<typeof reportTemplates.create.input>['content'];
  const { body } = await server.call(reportTemplates.create, { projectId: of, name, content, shared: true }, as);
  return body.template.id;
}

type MakeInput = Partial<InputOf<typeof periodReports.make.input>>;
const requestReport = (input: MakeInput = {}) =>
  server.call(
    periodReports.make,
    { projectId, day: '2025-03-10', formats: ['pdf', 'docx', 'xlsx'], language: 'en', ...input },
    token,
  );
async function makeReport(input: MakeInput = {}): Promise<PeriodReport> {
  const { status, body } = await requestReport(input);
  assert.equal(status, 200, JSON.stringify(body));
  await server.work!.settle();
  const { reports } = (await server.call(periodReports.list, { projectId }, token)).body;
  const report = reports.find(({ id }) => id === body.report.id)!;
  assert.equal(report.status, 'Done', JSON.stringify(report));
  return report;
}
async function bytesOf(reportId: number, format: string): Promise<Uint8Array> {
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${reportId}/files/${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200, format);
  return new Uint8Array(await response.arrayBuffer());
}
const oneLine = (text: string): string => text.replaceAll('\u200b', '').replace(/\s+/g, ' ');
async function pdfOf(reportId: number): Promise<string> {
  const { text } = await extractText(await getDocumentProxy((await bytesOf(reportId, 'pdf')).slice()), {
    mergePages: true,
  });
  return oneLine(text);
}
async function wordOf(reportId: number): Promise<{ text: string; pictures: number }> {
  const files = unzipSync(await bytesOf(reportId, 'docx'));
  const xml = Buffer.from(files['word/document.xml'] ?? []).toString('utf8');
  const text = oneLine(
    xml
      .replaceAll('</w:p>', ' ')
      .replace(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&'),
  );
  return { text, pictures: Object.keys(files).filter((name) => /^word\/media\/\w+\.(png|jpg)/.test(name)).length };
}

test('a project begins with a month and the content of the product; what is given is changed, checked and kept', async () => {
  assert.deepEqual(await get(), defaultReportConfig);
  assert.equal((await set({ period: 'week', signatures })).status, 200);
  assert.deepEqual(await get(), { ...defaultReportConfig, period: 'week', signatures });
  assert.equal((await server.call(reportDefaults.get, { projectId: other.projectId }, token)).status, 404);

  for (const refused of [
    { number: 'R-' },
    { template: 'Weekly' },
    { period: 'weekly' },
    { period: 'tenDays' },
    { period: 'custom' },
    { signatures: [signatures[0], signatures[0]] },
    { signatures: Array.from({ length: 9 }, (_, i) => ({ duty: `Duty ${i}`, person: '' })) },
    { cover: { ...noCover, title: 'x'.repeat(51) } },
    { cover: { ...noCover, architect: 'Nobody' } },
  ])
    assert.equal((await set(refused)).error, 'badInput', JSON.stringify(refused));
  const foreign = await template('Foreign', [{ kind: 'summary' }], other.projectId, other.admin.token);
  assert.deepEqual(
    [(await set({ templateId: foreign })).error, (await set({ templateId: 999_999 })).error],
    ['notFound', 'notFound'],
  );
  const member = await makeAccount(server, 'Normal', corporationId, 'member');
  await makeMember(server, projectId, member.id, 'Member');
  assert.equal((await set({ period: 'day' }, projectId, member.token)).error, 'notAllowed');
  assert.equal((await get()).period, 'week');
});

test('a report and a schedule that name no period and no template begin with those of the project', async () => {
  const templateId = await template('Short', [{ kind: 'text', title: 'Only this', text: 'Short words' }]);
  await set({ period: 'week', templateId });
  const report = await makeReport({ formats: ['pdf'] });
  assert.deepEqual(
    [report.type, report.firstDay, report.lastDay, report.template],
    ['week', '2025-03-10', '2025-03-16', { name: 'Short', version: 1 }],
  );
  assert.match(await pdfOf(report.id), /Short words/);
  const ofProduct = await makeReport({ type: 'day', templateId: null, formats: ['pdf'] });
  assert.deepEqual([ofProduct.type, ofProduct.template], ['day', null]);
  // What a period of the calendar has no use for is refused whether it is named or not.
  assert.equal((await requestReport({ until: '2025-03-12' })).body.error, 'badInput');

  const schedule = async (input: object) =>
    (await server.call(periodReports.createSchedule, { projectId, formats: ['pdf'], language: 'en', ...input }, token))
      .body.schedule;
  const bySchedule = await schedule({});
  assert.deepEqual([bySchedule.type, bySchedule.template], ['week', { id: templateId, name: 'Short' }]);
  const named = await schedule({ type: 'year', templateId: null });
  assert.deepEqual([named.type, named.template], ['year', null]);
  for (const { id } of [bySchedule, named])
    await server.call(periodReports.removeSchedule, { projectId, scheduleId: id }, token);

  const changed = (input: object) => server.call(reportTemplates.update, { projectId, templateId, ...input }, token);
  const remove = () => server.call(reportTemplates.remove, { projectId, templateId }, token);
  const refused = await remove();
  assert.deepEqual([refused.body.error, refused.body.detail], ['reportTemplateIsDefault', { projects: 1 }]);
  assert.equal((await changed({ shared: false })).status, 200, 'no other project names it');
  await set({ templateId: null });
  assert.equal((await remove()).status, 200);
  assert.equal((await get()).templateId, null);
});

test('a shared template that another project begins with is not taken away from it', async () => {
  const second = (await server.call(projects.create, { corporationId, name: 'Second', address: 'Quay 2' }, token)).body
    .project;
  const templateId = await template('Shared', [{ kind: 'summary' }]);
  assert.equal((await set({ templateId }, second.id)).status, 200);
  const unshared = await server.call(reportTemplates.update, { projectId, templateId, shared: false }, token);
  assert.deepEqual([unshared.body.error, unshared.body.detail], ['reportTemplateIsDefault', { projects: 1 }]);

  const reset = await server.call(projects.reset, { projectId: second.id, data: 'keep' }, token);
  assert.equal(reset.status, 200);
  await server.work!.settle();
  assert.deepEqual(await get(second.id), defaultReportConfig, 'a project that is reset begins anew');
  await server.call(projects.archive, { projectId: second.id, archived: true }, token);
  assert.deepEqual(
    [(await set({ period: 'day' }, second.id)).error, (await get(second.id)).period],
    ['archived', 'month'],
  );
});

test('a cover says what the project says where it has nothing of its own, in every file', async () => {
  await set({ period: 'month', templateId: null, signatures, cover: namedCover });
  const { id } = await makeReport();
  const { text: word } = await wordOf(id);
  for (const [file, text] of [
    ['pdf', await pdfOf(id)],
    ['docx', word],
  ] as const) {
    for (const words of ['Deformation {{project.name}}', 'Section 4 west', ...parties, 'Measured by', 'Li Wei'])
      assert.ok(text.includes(words), `${words} in ${file}: ${text.slice(0, 900)}`);
    assert.ok(text.includes('Time zone'), 'beside the facts of the product');
    assert.ok(!text.includes('Monthly monitoring report'), file);
  }
  const about = (await readXlsx(await bytesOf(id, 'xlsx'))).sheets[0]?.rows ?? [];
  assert.deepEqual(
    [
      about[0]?.[1],
      ...['Client', 'Contractor', 'Supervisor'].map((name) => about.find(([each]) => each === name)?.[1]),
    ],
    ['Deformation {{project.name}}', 'Harbour Authority', 'Delta Works', 'Watch & Sons'],
  );
  const chinese = await pdfOf((await makeReport({ language: 'zh-CN', formats: ['pdf'] })).id);
  for (const words of ['委托单位 Harbour Authority', '施工单位 Delta Works', '监理单位 Watch & Sons'])
    assert.ok(chinese.includes(words), words);

  const templateId = await template('Own words', [
    {
      kind: 'cover',
      title: 'Own title of {{project.name}}',
      subtitle: 'Own line',
      fields: [{ label: 'Contract', value: '17' }],
      signatures: [{ role: 'Checked by', name: 'Zhao' }],
    },
    { kind: 'summary' },
  ]);
  const ofTemplate = await pdfOf((await makeReport({ templateId, formats: ['pdf'] })).id);
  for (const words of ['Own title of Defaults', 'Own line', 'Contract 17', 'Checked by', 'Zhao'])
    assert.ok(ofTemplate.includes(words), words);
  for (const words of ['Deformation', 'Section 4', 'Harbour', 'Measured by'])
    assert.ok(!ofTemplate.includes(words), words);
});

test('what was made stays what it was, also when it is written anew for its review and release', async () => {
  await set({ period: 'month', templateId: null, signatures, cover: namedCover });
  const { id } = await makeReport({ formats: ['pdf'] });
  await set({ signatures: [], cover: { ...noCover, title: 'Another title', client: 'Another client' } });
  const approver = await makeAccount(server, 'Normal', corporationId, 'approver');
  await makeMember(server, projectId, approver.id, 'Manager');
  for (const [step, as] of [
    ['submit', token],
    ['approve', approver.token],
    ['release', token],
  ] as const) {
    assert.equal((await server.call(reportReleases[step], { projectId, reportId: id }, as)).status, 200, step);
    await server.work!.settle();
  }
  const released = await pdfOf(id);
  for (const words of ['Released by', 'Deformation', ...parties, 'Li Wei']) assert.ok(released.includes(words), words);
  assert.ok(!released.includes('Another'));
  // Another version is made like another report.
  const next = (await server.call(reportReleases.newVersion, { projectId, reportId: id }, token)).body.report;
  await server.work!.settle();
  assert.match(await pdfOf(next.id), /Another title.*Client Another client/);
});

/** A picture of one colour, unlike others by its size. */
async function picture(width: number, height: number) {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').fillRect(0, 0, width / 2, height);
  return { bytes: Buffer.from(await canvas.encode('png')), name: 'a.png', type: 'image/png' };
}

test('the logo and the site are on a cover that has no picture of its own, where they are wanted and there', async () => {
  const bare = await template('Bare', [{ kind: 'cover' }]);
  const picturesWith = async (cover: object, templateId = bare) => {
    await set({ signatures: [], cover: { ...noCover, ...cover } });
    return (await wordOf((await makeReport({ formats: ['docx'], templateId })).id)).pictures;
  };
  const both = { withLogo: true, withPicture: true };
  assert.equal(await picturesWith(both), 0, 'there is none');
  await sendFile(server, corporations.setLogo, { corporationId }, token, await picture(60, 20));
  assert.equal(await picturesWith(both), 1, 'the logo of the corporation');
  await sendFile(server, projects.setPicture, { projectId }, token, await picture(400, 300));
  await sendFile(server, projects.setLogo, { projectId }, token, await picture(80, 20));
  await server.call(corporations.removeLogo, { corporationId }, token);
  assert.equal(await picturesWith({ withLogo: true }), 1);
  assert.equal(await picturesWith({ withPicture: true }), 1);
  assert.equal(await picturesWith({}), 0);
  assert.equal(await picturesWith(both), 2);
  const { id } = await makeReport({ formats: ['pdf'], templateId: bare });
  const drawn = await extractImages(await getDocumentProxy((await bytesOf(id, 'pdf')).slice()), 1);
  assert.deepEqual(drawn.map(({ width, height }) => [width, height]).sort(), [
    [400, 300],
    [80, 20],
  ]);
  const pictured = { kind: 'cover', picture: `data:image/png;base64,${png.toString('base64')}` };
  assert.equal(await picturesWith(both, await template('Own picture', [pictured])), 1);
});

test('a look at a template shows the cover of the project', async () => {
  await set({ cover: { ...noCover, client: 'Harbour Authority' } });
  const previewLength = async () =>
    (
      await server.call(
        reportTemplates.preview,
        {
          projectId,
          content: { blocks: [{ kind: 'cover' }] },
          language: 'en',
          type: 'month',
          day: '2025-03-10',
        },
        token,
      )
    ).body.svg.length;
  const named = await previewLength();
  await set({ cover: noCover });
  assert.ok(named > (await previewLength()), 'a line less');
});
