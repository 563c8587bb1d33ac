/** Templates of reports over HTTP: whose they are, their versions, what is wrong in one, and what reports become with them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { photos } from '@plumbline/contract/points/photos';
import { readings } from '@plumbline/contract/readings/readings';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { blockKinds } from '@plumbline/contract/reports/templates.blocks';
import { annotations } from '@plumbline/contract/site/annotations';
import { drawings } from '@plumbline/contract/site/drawings';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Templates', 'Elsewhere'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId } = world;
await setTimeZone(server, projectId, 'Europe/Berlin');

type Content = InputOf<typeof reportTemplates.create.input>['content'];
const simple: Content = { blocks: [{ kind: 'cover' }, { kind: 'text', title: 'Hello', text: 'One' }] };
const marchMs = Date.parse('2025-02-28T23:00:00Z');

async function create(name: string, content: Content, more: { shared?: boolean } = {}, as = token, of = projectId) {
  const { body } = await server.call(reportTemplates.create, { projectId: of, name, content, ...more }, as);
  return body as unknown as {
    template: { id: number; version: number; status: string };
    error?: string;
    detail?: unknown;
  };
}
const list = async (as = token, of = projectId) =>
  (await server.call(reportTemplates.list, { projectId: of }, as)).body.templates;

async function made(input: Partial<InputOf<typeof periodReports.make.input>>): Promise<PeriodReport> {
  const { body } = await server.call(
    periodReports.make,
    { projectId, type: 'month', day: '2025-03-10', formats: ['pdf'], language: 'en', ...input },
    token,
  );
  const { report, error, detail } = body as unknown as { report: PeriodReport; error?: string; detail?: unknown };
  assert.ok(report, JSON.stringify([error, detail]));
  await server.work!.settle();
  const { reports } = (await server.call(periodReports.list, { projectId }, token)).body;
  return reports.find(({ id }) => id === report.id)!;
}
/** `tags`: the kinds of its tags, in order, each once; `standard`: the accessibility that it claims. */
interface Printed {
  readonly text: string;
  readonly pages: number;
  readonly tags: readonly string[];
  readonly standard: string | null;
}
async function pdfOf(report: PeriodReport): Promise<Printed> {
  assert.equal(report.status, 'Done', JSON.stringify([report.error, report.errorDetail]));
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${report.id}/files/pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const folder = process.env['REPORT_FOLDER'];
  if (folder) writeFileSync(join(folder, `template-${report.id}.pdf`), bytes);
  const copy = bytes.slice();
  const document = await getDocumentProxy(bytes);
  const { text, totalPages } = await extractText(document, { mergePages: true });
  const trees = await Promise.all(
    Array.from({ length: totalPages }, async (_, i) => (await document.getPage(i + 1)).getStructTree()),
  );
  const tags = new Set(JSON.stringify(trees).match(/(?<="role":")[^"]+/g));
  // Where a document claims to be PDF/UA, its metadata say so: the first part of it is the only one so far.
  const standard = /<pdfuaid:part>1</.test(Buffer.from(copy).toString('latin1')) ? 'PDF/UA-1' : null;
  return { text: text.replaceAll('\u200b', '').replace(/\s+/g, ' '), pages: totalPages, tags: [...tags], standard };
}

const crack = {
  family: 'crack' as const,
  type: 2,
  mode: 0,
  interval_seconds: 3600,
  created_at: new Date('2025-01-01'),
};
const crackId = await makePoint(server, world, 'C-1', crack);
await seal(
  server,
  crackId,
  Array.from({ length: 31 * 24 - 1 }, (_, i) => ({
    at: marchMs + i * hourMs,
    values: [Math.round((10 + Math.sin(i / 30) * 3 + i / 500) * 1e6) / 1e6, 20],
    raw: {},
  })),
);
const march = { from: '2025-02-28T23:00:00.000Z', to: '2025-03-31T21:59:59.999Z' };

test('a template has versions; each change is one, and what it was stays readable', async () => {
  const { template } = await create('Versions', simple);
  assert.deepEqual([template.version, template.status], [1, 'Pending']);
  const place = { projectId, templateId: template.id };
  const changed = { blocks: [{ kind: 'summary' as const }] };
  const { body } = await server.call(reportTemplates.update, { ...place, content: changed }, token);
  assert.equal(body.template.version, 2);
  const renamed = await server.call(reportTemplates.update, { ...place, name: 'Versions of it' }, token);
  assert.equal(renamed.body.template.version, 2, 'a name is no version');
  const { versions } = (await server.call(reportTemplates.versions, place, token)).body;
  assert.deepEqual(
    versions.map(({ version, blocks }) => [version, blocks]),
    [
      [2, 1],
      [1, 2],
    ],
  );
  const first = (await server.call(reportTemplates.version, { ...place, version: 1 }, token)).body;
  assert.deepEqual(
    first.content.blocks.map(({ kind }) => kind),
    ['cover', 'text'],
  );
  assert.equal((await server.call(reportTemplates.version, { ...place, version: 3 }, token)).body.error, 'notFound');
  assert.equal((await create('Versions of it', simple)).error, 'nameTaken');
});

test('a shared template is used in every project of the corporation, changed in its own alone, and unknown elsewhere', async () => {
  const { template } = await create('Shared', simple, { shared: true });
  const own = await create('Own', simple);
  const second = await server.db
    .insertInto('project')
    .values({
      corporation_id: world.corporationId,
      name: 'Second',
      longitude: null,
      latitude: null,
      picture: null,
      creator_id: world.admin.id,
      archived_at: null,
      created_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const there = await list(token, second.id);
  assert.deepEqual(
    there.map(({ name, own, shared }) => [name, own, shared]),
    [['Shared', false, true]],
  );
  const place = { projectId: second.id, templateId: template.id };
  assert.equal((await server.call(reportTemplates.get, place, token)).status, 200);
  for (const route of [reportTemplates.update, reportTemplates.verify, reportTemplates.remove])
    assert.equal(
      (await server.call(route, (route === reportTemplates.update ? { ...place, name: 'x' } : place) as never, token))
        .body.error,
      'notFound',
      route.path,
    );
  assert.equal(
    (await server.call(reportTemplates.get, { ...place, templateId: own.template.id }, token)).body.error,
    'notFound',
  );
  for (const templateId of [template.id, own.template.id])
    for (const place of [projectId, other.projectId]) {
      const foreign = await server.call(reportTemplates.get, { projectId: place, templateId }, other.admin.token);
      assert.equal(foreign.body.error, 'notFound');
    }
  assert.deepEqual(await list(other.admin.token, other.projectId), []);
  const setDeleting = (deleting_at: Date | null) =>
    server.db.updateTable('project').set({ deleting_at }).where('id', '=', projectId).execute();
  await setDeleting(server.clock.now());
  assert.deepEqual(await list(token, second.id), [], 'it goes with its project');
  assert.equal((await server.call(reportTemplates.get, place, token)).status, 404);
  await setDeleting(null);
  const foreign = await server.call(
    periodReports.make,
    {
      projectId: other.projectId,
      type: 'day',
      day: '2025-03-01',
      formats: ['pdf'],
      language: 'en',
      templateId: template.id,
    },
    other.admin.token,
  );
  assert.equal(foreign.body.error, 'notFound');

  // Another project makes reports with it by the clock: it is not taken away from that.
  const schedule = await server.call(
    periodReports.createSchedule,
    { projectId: second.id, type: 'week', formats: ['pdf'], language: 'en', templateId: template.id },
    token,
  );
  assert.deepEqual(schedule.body.schedule.template, { id: template.id, name: 'Shared' });
  const unshared = await server.call(
    reportTemplates.update,
    { projectId, templateId: template.id, shared: false },
    token,
  );
  assert.deepEqual([unshared.body.error, unshared.body.detail], ['reportTemplateInUse', { schedules: 1 }]);
  const removed = await server.call(reportTemplates.remove, { projectId, templateId: template.id }, token);
  assert.equal(removed.body.error, 'reportTemplateInUse');
  await server.call(
    periodReports.removeSchedule,
    { projectId: second.id, scheduleId: schedule.body.schedule.id },
    token,
  );
  assert.equal((await server.call(reportTemplates.remove, { projectId, templateId: template.id }, token)).status, 200);
});

test('verifying names the block, the place and what is wrong there; a report with mistakes is not made', async () => {
  const { template } = await create('Mistakes', {
    blocks: [
      { kind: 'cover', title: '{{project.nam}}' },
      { kind: 'text', text: '{{point(C-1).max}} {{point(gone).max}} {{counts.points | number:2' },
      { kind: 'charts', only: { pointIds: [999_999], structureIds: [other.structureId] } },
    ],
  });
  const { body } = await server.call(reportTemplates.verify, { projectId, templateId: template.id }, token);
  assert.equal(body.template.status, 'Error');
  assert.deepEqual(
    body.template.problems.map(({ block, place, fault, words }) => [block, place, fault, words]),
    [
      [1, 'title', 'unknownPath', 'project.nam'],
      [2, 'text', 'unclosed', '{{counts.points | number:2'],
      [2, 'text', 'pointMissing', 'gone'],
      [3, 'only.structureIds', 'structureMissing', `#${other.structureId}`],
      [3, 'only.pointIds', 'pointMissing', '#999999'],
    ],
  );
  const refused = await server.call(
    periodReports.make,
    { projectId, type: 'month', day: '2025-03-10', formats: ['pdf'], language: 'en', templateId: template.id },
    token,
  );
  assert.equal(refused.body.error, 'reportTemplateFaulty');
  const [problem] = (refused.body.detail as { problems: { block: number; place: string; words: string }[] }).problems;
  assert.deepEqual([problem?.block, problem?.place, problem?.words], [1, 'title', 'project.nam']);

  const mended = { blocks: [{ kind: 'text' as const, text: '{{point(C-1).max}} {{point(Main dam/C-1).min}}' }] };
  const place = { projectId, templateId: template.id };
  const changed = await server.call(reportTemplates.update, { ...place, content: mended }, token);
  assert.equal(changed.body.template.status, 'Pending');
  assert.equal((await server.call(reportTemplates.verify, place, token)).body.template.status, 'Done');
  const twin = await makePoint(server, world, 'C-1', { ...crack, structure_id: world.itemId });
  const twice = (await server.call(reportTemplates.verify, place, token)).body.template;
  assert.deepEqual(
    [twice.status, twice.problems.map(({ fault, words }) => [fault, words])],
    ['Error', [['pointAmbiguous', 'C-1']]],
  );
  await server.db.deleteFrom('point').where('id', '=', twin).execute();
});

/** The workbook has a sheet for each block that is a table or a drawing, with the numbers and times of the readings as such. */
async function checkWorkbook(reportId: number): Promise<void> {
  const { bytes } = await fetchFile(server, `/projects/${projectId}/reports/${reportId}/files/xlsx`, token);
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  assert.deepEqual(
    sheets.map(({ name }) => name),
    [
      ...['Report', 'Summary', 'Crack', 'Rainfall', 'Curves', 'Profiles', 'Lines and sections'],
      // Of each measurement one: their columns bear its name.
      ...['Curve over time', 'Curve over time (2)', 'Curve over time (3)'],
      ...['Alerts', 'Compared with previous period', 'Devices'],
      ...['Works on site', 'Inspections', 'Weather', 'Readings'],
    ],
  );
  const [heading, ...rows] = sheets.at(-1)!.rows;
  assert.deepEqual(heading?.slice(0, 4), ['Structure', 'Point', 'Measured', 'Value']);
  assert.equal(rows.length, 31 * 24 - 1);
  assert.ok(rows[0]?.[2] instanceof Date && rows[0][3] === 10);
}

test('a report holds every block, with the numbers of the screens in texts and tables', async () => {
  await sendFile(
    server,
    photos.upload,
    { pointId: crackId, photographedAt: '2025-03-05T10:00:00Z', note: 'After the frost' },
    token,
    { bytes: png, name: 'a.png', type: 'image/png' },
  );
  await server.call(
    annotations.create,
    { projectId, kind: 'excavation', text: 'Third layer dug', startAt: '2025-03-08T08:00:00Z', elevationM: -7.5 },
    token,
  );
  const rain = await makePoint(server, world, 'R-1', {
    family: 'rainfall',
    mode: 4,
    created_at: new Date('2025-01-01'),
  });
  await seal(
    server,
    rain,
    Array.from({ length: 48 }, (_, i) => ({
      at: marchMs + i * hourMs,
      values: [i < 24 ? 0.5 : 0, 0, 0, 0, 0],
      raw: {},
    })),
  );
  const drizzle = await makePoint(server, world, 'R-2', {
    family: 'rainfall',
    mode: 4,
    created_at: new Date('2025-01-01'),
  });
  await seal(server, drizzle, [{ at: marchMs, values: [0.1, 0, 0, 0, 0], raw: {} }]);
  const before = Array.from({ length: 100 }, (_, i) => ({
    at: Date.parse('2025-02-10T00:00:00Z') + i * hourMs,
    values: [7 + i / 100, 20],
    raw: {},
  }));
  await seal(server, crackId, before);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200"><rect width="400" height="200" fill="#eee"/></svg>',
  );
  const sent = await sendFile(
    server,
    drawings.upload,
    { structureId: world.structureId, name: 'Elevation', plane: 'elevation' },
    token,
    { bytes: svg, name: 'elevation.svg', type: 'image/svg+xml' },
  );
  const drawingId = (sent.body as { drawing: { id: number } }).drawing.id;
  await server.db
    .insertInto('drawing_place')
    .values({ drawing_id: drawingId, point_id: crackId, x: 0.25, y: 0.5, by_name: 'A', placed_at: server.clock.now() })
    .execute();
  const { template } = await create('Everything', {
    paper: 'a3',
    blocks: blockKinds.map((kind) =>
      kind === 'cover'
        ? {
            kind,
            title: 'Report on {{project.name}}',
            fields: [{ label: 'Highest', value: '{{point(C-1).max | number:4}} {{point(C-1).unit}}' }],
            signatures: [
              { role: 'Checked by', name: 'A. Person', picture: `data:image/png;base64,${png.toString('base64')}` },
            ],
          }
        : kind === 'text'
          ? { kind, title: 'Remarks', text: 'Mean {{point(C-1).mean | number:5}}\n\n{{counts.points}} points' }
          : kind === 'readings'
            ? { kind, only: { pointIds: [crackId] } }
            : kind === 'statistics'
              ? { kind, extremes: true, columns: ['max', 'mean', 'change', 'cumulative'] }
              : kind === 'method'
                ? { kind, calibration: true }
                : ({ kind } as { kind: 'summary' }),
    ),
  });
  const report = await made({ templateId: template.id, formats: ['pdf', 'xlsx'] });
  assert.deepEqual(report.template, { name: 'Everything', version: 1 });
  await checkWorkbook(report.id);
  const { text, tags, standard } = await pdfOf(report);
  assert.equal(standard, 'PDF/UA-1');
  for (const tag of ['H1', 'H2', 'P', 'Table', 'TH', 'Figure', 'TOC', 'L'])
    assert.ok(tags.includes(tag), `${tag}: ${tags}`);
  const { statistics } = (
    await server.call(readings.statistics, { pointId: crackId, field: 'opening', ...march }, token)
  ).body;
  for (const value of [
    `${statistics.max!.toFixed(4)} mm`,
    `Mean ${statistics.mean!.toFixed(5)}`,
    statistics.change!.toFixed(3),
  ])
    assert.ok(text.includes(value), `${value} is not in the report`);
  // The last of the month before is 7.99; what is compared with it is the last of the month.
  for (const value of ['7.990', (statistics.last! - 7.99).toFixed(3)])
    assert.ok(text.includes(value), `${value} is not in the comparison`);
  for (const words of [
    'Report on Templates project',
    'Checked by',
    'A. Person',
    'After the frost',
    'Third layer dug',
    '-7.50',
    'Greatest figures: Highest value 0.5 mm (R-1); Lowest value 0.0 mm (R-1)',
    'Main dam: Elevation',
    'Rain, mm',
    '12.0',
    'No casing was surveyed in this period.',
    'No rounds were finished or missed in this period',
  ])
    assert.ok(text.includes(words), `${words} is not in the report`);
  assert.ok(text.includes('2025-03-31 23:00'), 'the appendix goes to the end of the month');
});

test('blocks that are narrowed hold what they are narrowed to; one whose points are gone says so', async () => {
  const { template } = await create('Narrow', {
    blocks: [
      { kind: 'statistics', title: 'Cracks', only: { families: ['crack'] } },
      { kind: 'statistics', title: 'Gone', only: { pointIds: [999_999] } },
      {
        kind: 'conclusions',
        only: { pointIds: [crackId] },
        phrases: { unknown: 'Unknown: {{level.points}} ({{level.count}})' },
      },
    ],
  });
  const { text } = await pdfOf(await made({ templateId: template.id }));
  assert.ok(text.includes('C-1') && !text.includes('R-1'), text.slice(0, 400));
  assert.ok(text.includes('None of the points of this part existed'));
  assert.ok(text.includes('Unknown: C-1 (1)'), 'without limits nothing is concluded');
});

test('long texts, other scripts and signs of markup are printed as they are; an empty period says so', async () => {
  const long = 'Sehr lang '.repeat(499);
  const { template } = await create('Letters', {
    blocks: [
      { kind: 'text', title: '# not a heading {{project.name}}', text: `${long}End` },
      { kind: 'text', title: 'مقياس الشق ٣', text: '😀 <b>x</b> $y$ *z* #let\n\nחיישן 裂缝 {{period.first}}' },
      ...(['statistics', 'charts', 'comparison', 'readings', 'photos', 'works', 'weather', 'drawings'] as const).map(
        (kind) => ({ kind }),
      ),
    ],
  });
  const { text, tags } = await pdfOf(await made({ templateId: template.id, type: 'day', day: '2024-12-24' }));
  assert.ok(tags.includes('P'), 'tagged, whatever letters it has');
  assert.ok(text.includes('# not a heading Templates project') && text.includes('End'));
  assert.ok(text.includes('<b>x</b> $y$ *z* #let') && text.includes('裂缝 2024-12-24'), text.slice(-800));
  for (const words of ['There are no readings in this period.', 'No photos were taken', 'No works were recorded'])
    assert.ok(text.includes(words), words);
});

test('a schedule makes reports with the newest version; one whose template went with its project says so', async () => {
  const { template } = await create('Clock', simple);
  const place = { projectId, templateId: template.id };
  const created = await server.call(
    periodReports.createSchedule,
    { projectId, type: 'day', formats: ['pdf'], language: 'en', templateId: template.id },
    token,
  );
  assert.equal(created.status, 200, JSON.stringify(created.body));
  // As if the schedule had been there yesterday.
  const dueAgain = () => server.db.updateTable('report_schedule').set({ next_day: '2025-04-14' }).execute();
  await server.call(
    reportTemplates.update,
    { ...place, content: { blocks: [{ kind: 'text', text: 'Second' }] } },
    token,
  );
  await dueAgain();
  await server.tick('make-due-reports');
  await server.work!.settle();
  const newest = async () =>
    (await server.call(periodReports.list, { projectId, type: 'day' }, token)).body.reports[0]!;
  const report = await newest();
  assert.deepEqual(report.template, { name: 'Clock', version: 2 });
  assert.ok((await pdfOf(report)).text.includes('Second'));
  await server.db.deleteFrom('report_template').where('id', '=', template.id).execute();
  await dueAgain();
  await server.tick('make-due-reports');
  await server.work!.settle();
  const lost = await newest();
  assert.deepEqual([lost.status, lost.error, lost.errorDetail], ['Error', 'notFound', { template: 'Clock' }]);
});

test('a preview draws some points, says what is wrong instead of drawing, and shows nobody what they may not read', async () => {
  const preview = async (content: Content, as = token) =>
    (
      await server.call(
        reportTemplates.preview,
        { projectId, content, language: 'zh-CN', type: 'month', day: '2025-03-10' },
        as,
      )
    ).body as unknown as {
      svg: string;
      pages: number;
      points: number;
      problems: unknown[];
      error?: string;
      detail?: unknown;
    };
  const drawn = await preview({ blocks: [{ kind: 'cover' }, { kind: 'statistics', curves: true }] });
  assert.ok(drawn.svg.startsWith('<svg') && drawn.pages >= 2 && drawn.points > 0, JSON.stringify(drawn).slice(0, 600));
  // No white of a later page lies over an earlier one.
  const starts = [...drawn.svg.matchAll(/<rect transform="translate\(\S+ (\S+)\)"/g)].map(([, down]) => Number(down));
  assert.equal(starts.length, drawn.pages);
  assert.deepEqual(
    starts,
    [...new Set(starts)].toSorted((a, b) => a - b),
  );
  const faulty = await preview({ blocks: [{ kind: 'text', text: '{{nothing}}' }] });
  assert.deepEqual([faulty.svg, faulty.problems.length], ['', 1]);
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'templates.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.equal((await preview({ blocks: [{ kind: 'summary' }] }, guest.token)).error, 'notAllowed');
  const maker = await makeAccount(server, 'Normal', world.corporationId, 'templates.maker');
  const role = await server.db
    .insertInto('role')
    .values({
      corporation_id: world.corporationId,
      name: 'Makers',
      type: 'Custom',
      permissions: [
        'Retrieve:Report',
        'Create:Report',
        'Retrieve:Data',
        'Retrieve:Alert',
        'Retrieve:Device',
        'Retrieve:MeasuringPoint',
      ],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('project_member')
    .values({ project_id: projectId, account_id: maker.id, role_id: role.id })
    .execute();
  const refused = await preview({ blocks: [{ kind: 'drawings' }] }, maker.token);
  assert.deepEqual([refused.error, refused.detail], ['notAllowed', { needs: 'Retrieve:Structure' }]);
});
