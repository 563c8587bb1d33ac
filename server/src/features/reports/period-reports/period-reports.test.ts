/** Reports of periods over HTTP: what is in the files, who may have them, and how making one ends. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { readings } from '@plumbline/contract/readings/readings';
import { type PeriodReport, periodReports, type ReportFormat } from '@plumbline/contract/reports/period-reports';
import { csvReader } from '@plumbline/science/files/csv';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Reports', 'Elsewhere'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId } = world;
await setTimeZone(server, projectId, 'Europe/Berlin');
await server.db.updateTable('point').set({ archived_at: server.clock.now() }).where('id', '=', world.pointId).execute();

const manualCrack = { family: 'crack' as const, type: 2, mode: 0, interval_seconds: 3600 };
const marchMs = Date.parse('2025-02-28T23:00:00Z');
const march = { from: '2025-02-28T23:00:00.000Z', to: '2025-03-31T21:59:59.999Z' };

type MakeInput = InputOf<typeof periodReports.make.input>;
async function make(input: Partial<MakeInput> = {}, as = token) {
  const answer = await server.call(
    periodReports.make,
    { projectId, type: 'month', day: '2025-03-10', formats: ['pdf', 'xlsx', 'csv'], language: 'en', ...input },
    as,
  );
  return answer.body as unknown as { report: PeriodReport; error?: string; detail?: unknown };
}
const list = async (as = token, of = projectId) => (await server.call(periodReports.list, { projectId: of }, as)).body;

async function download(reportId: number, format: ReportFormat, as = token, of = projectId): Promise<Response> {
  return await fetch(`${server.url}/api/projects/${of}/reports/${reportId}/files/${format}`, {
    headers: { authorization: `Bearer ${as}` },
  });
}
async function bytesOf(reportId: number, format: ReportFormat): Promise<Uint8Array> {
  const response = await download(reportId, format);
  assert.equal(response.status, 200, format);
  return new Uint8Array(await response.arrayBuffer());
}
async function pdfText(bytes: Uint8Array): Promise<string> {
  const folder = process.env['REPORT_FOLDER'];
  if (folder) writeFileSync(join(folder, `${Date.now()}.pdf`), bytes);
  const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true });
  return text.replaceAll('\u200b', '').replace(/\s+/g, ' ');
}
async function done(input: Partial<MakeInput> = {}): Promise<PeriodReport> {
  const { report } = await make(input);
  await server.work!.settle();
  const found = (await list()).reports.find(({ id }) => id === report.id);
  assert.ok(found);
  assert.equal(found.status, 'Done', JSON.stringify(found));
  return found;
}
async function csvRows(reportId: number): Promise<Record<string, string>[]> {
  const reader = csvReader({ separator: ',' });
  const text = Buffer.from(await bytesOf(reportId, 'csv'))
    .toString()
    .replace(/^\uFEFF/, '');
  const rows = [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
  const [heading, ...data] = rows;
  return data.map((cells) => Object.fromEntries(heading!.map((name, i) => [name, cells[i] ?? ''])));
}

test('the numbers of a report are those of the API, in every format', async () => {
  const pointId = await makePoint(server, world, 'C-1', {
    ...manualCrack,
    initial_values: JSON.stringify({ opening: 2 }),
  });
  const values = Array.from(
    { length: 31 * 24 - 1 },
    (_, i) => Math.round((10 + Math.sin(i / 30) * 3 + i / 500) * 1e6) / 1e6,
  );
  await seal(
    server,
    pointId,
    // The clock of Berlin skips an hour in this month; ten hours are missing, and February and April do not count.
    [-5, ...values.keys(), 31 * 24 + 3]
      .filter((i) => i < 100 || i >= 110)
      .map((i) => ({ at: marchMs + i * hourMs, values: [values[i] ?? 99, 20], raw: {} })),
  );
  await makePoint(server, world, 'C-empty', { ...manualCrack, created_at: new Date('2025-01-01') });
  const copied = { created_at: new Date('2025-01-01'), archived_at: server.clock.now() };
  await makePoint(server, world, 'C-snapshot', { ...manualCrack, ...copied });
  // Younger than the period, and without a reading of it: it has no part in it.
  await makePoint(server, world, 'C-young', manualCrack);

  const report = await done({ fields: 'all' });
  assert.deepEqual(
    [report.firstDay, report.lastDay, report.from, report.to, report.timeZone, report.points],
    ['2025-03-01', '2025-03-31', '2025-02-28T23:00:00.000Z', '2025-03-31T22:00:00.000Z', 'Europe/Berlin', 2],
  );
  assert.deepEqual(
    report.files.map(({ format }) => format),
    ['pdf', 'xlsx', 'csv'],
  );
  const { statistics } = (await server.call(readings.statistics, { pointId, field: 'opening', ...march }, token)).body;
  const { statistics: sum } = (
    await server.call(readings.statistics, { pointId, field: 'opening', quantity: 'cumulative', ...march }, token)
  ).body;
  assert.equal(statistics.count, 31 * 24 - 11);

  const rows = await csvRows(report.id);
  const row = rows.find((each) => each['Point'] === 'C-1' && each['Field'] === 'Opening')!;
  const close = (text: string | undefined, value: number | null) =>
    assert.ok(value !== null && Math.abs(Number(text) - value) < 1e-9, `${text} is not ${value}`);
  for (const [name, value] of [
    ['Last', statistics.last],
    ['Minimum', statistics.min],
    ['Maximum', statistics.max],
    ['Mean', statistics.mean],
    ['Change', statistics.change],
    ['Cumulative', sum.last],
    ['Rate per day', statistics.ratePerDay],
    ['Values', statistics.count],
    ['Expected readings', statistics.expected],
    ['Missing readings', statistics.missing],
  ] as const)
    close(row[name], value);
  // Times are those of the clock of the project.
  const local = (iso: string | null) =>
    new Date(Date.parse(iso!) + (Date.parse(iso!) < Date.parse('2025-03-30T01:00:00Z') ? 1 : 2) * hourMs)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
  assert.deepEqual(
    [row['First at'], row['Last at'], row['Minimum at'], row['Maximum at']],
    [statistics.firstAt, statistics.lastAt, statistics.minAt, statistics.maxAt].map(local),
  );

  const empty = rows.find((each) => each['Point'] === 'C-empty' && each['Field'] === 'Opening')!;
  assert.deepEqual(
    [empty['First'], empty['Minimum'], empty['Change'], empty['Level'], empty['State'], empty['Values']],
    ['', '', '', '', 'No reading', '0'],
  );

  const book = await readXlsx(await bytesOf(report.id, 'xlsx'));
  assert.deepEqual(
    book.sheets.map(({ name }) => name),
    ['Report', 'Summary', 'Crack', 'Alerts', 'Devices'],
  );
  const [heading, ...data] = book.sheets[2]!.rows;
  const typed = data.find((cells) => cells[1] === 'C-1' && cells[2] === 'Opening')!;
  const of = (name: string) => typed[heading!.indexOf(name)];
  assert.equal(typeof of('Last'), 'number');
  close(String(of('Maximum')), statistics.max);
  assert.equal(of('Maximum at') instanceof Date && of('Maximum at') !== null, true);
  const none = data.find((cells) => cells[1] === 'C-empty' && cells[2] === 'Opening')!;
  assert.equal(none[heading!.indexOf('Last')] ?? null, null);

  const text = await pdfText(await bytesOf(report.id, 'pdf'));
  for (const value of [statistics.last, statistics.min, statistics.max, statistics.change, sum.last])
    assert.ok(text.includes(value!.toFixed(3)), `${value} is not in the PDF`);
  assert.ok(text.includes('Monthly monitoring report') && text.includes('2025-03-01 – 2025-03-31'), text.slice(0, 400));
  assert.ok(text.includes('Europe/Berlin (UTC+01:00, UTC+02:00)'));
});

test('an empty period says that nothing was measured, and no count of it is normal', async () => {
  const report = await done({ type: 'day', day: '2024-12-24', formats: ['pdf', 'csv'], language: 'zh-CN' });
  const rows = await csvRows(report.id);
  assert.deepEqual(
    rows.map((row) => [row['测点'], row['首值'], row['等级'], row['数据状态'], row['有效值数']]),
    [],
    'points that are younger than the day have no part in it',
  );
  const text = await pdfText(await bytesOf(report.id, 'pdf'));
  assert.ok(text.includes('监测日报') && text.includes('报告期内项目没有测点'), text.slice(0, 600));
  assert.ok(text.includes('报告期内没有产生告警'));

  const january = await done({ day: '2025-01-10', formats: ['csv'] });
  assert.deepEqual(
    (await csvRows(january.id)).map((row) => [row['Point'], row['Last'], row['Level'], row['State']]),
    [['C-empty', '', '', 'No reading']],
  );
});

test('a point is at its highest level whatever was made of the alert, and never normal while stale or without limits', async () => {
  const { db } = server;
  const created = { ...manualCrack, created_at: new Date('2025-01-01') };
  const from = Date.parse('2025-02-09T23:00:00Z');
  const weekHours = 7 * 24;
  const hourly = async (name: string, hours: number, flags: number[] | null = null) => {
    const pointId = await makePoint(server, world, name, created);
    await seal(
      server,
      pointId,
      Array.from({ length: hours }, (_, i) => ({
        at: from + i * hourMs,
        values: [1, 2],
        raw: {},
        ...(i === hours - 1 && flags && { flags }),
      })),
    );
    return pointId;
  };
  const limit = (pointId: number) =>
    db
      .insertInto('threshold')
      .values({
        point_id: pointId,
        field: 'opening',
        kind: 'value',
        method: 'upper',
        levels: [5, 6, 7, 8],
        enabled: true,
      })
      .execute();
  const ids = {
    normal: await hourly('L-normal', weekHours),
    stale: await hourly('L-stale', 24),
    failed: await hourly('L-failed', weekHours, [4, 0]),
    alerted: await hourly('L-alerted', weekHours),
    before: await hourly('L-before', weekHours),
    unlimited: await hourly('L-unlimited', weekHours),
  };
  for (const pointId of [ids.normal, ids.stale, ids.failed, ids.alerted, ids.before]) await limit(pointId);
  const alert = (pointId: number, level: number, hours: number, more: object = {}) => {
    const at = new Date(from + hours * hourMs);
    return db
      .insertInto('alert')
      .values({
        project_id: projectId,
        structure_id: world.structureId,
        point_id: pointId,
        threshold_id: null,
        field: 'opening',
        kind: 'value',
        measure: 'value',
        unit: 'mm',
        level,
        value: 7.125,
        threshold: 7,
        levels: [5, 6, 7, 8],
        reading_at: at,
        received_at: at,
        raised_at: at,
        last_value: 7.125,
        last_at: at,
        released_at: null,
        settled_at: null,
        settled_by: null,
        ...more,
      })
      .execute();
  };
  const settled = { status: 'FalseAlarm', settled_at: new Date(from + 60 * hourMs), settled_by: 'A. Person' } as const;
  await alert(ids.alerted, 3, 50, { ...settled, reason: 'The meter was hit' });
  await alert(ids.alerted, 4, 55, { upheld: false, released_at: new Date(from + 56 * hourMs) });
  await alert(ids.before, 2, -50, { released_at: new Date(from - 40 * hourMs) });
  await alert(ids.before, 4, weekHours, {});

  const report = await done({ type: 'week', day: '2025-02-12' });
  const states = Object.fromEntries(
    (await csvRows(report.id)).map((row) => [row['Point'], [row['Level'], row['State']].join(', ')]),
  );
  assert.deepEqual(states, {
    'C-empty': ', No reading',
    'L-normal': 'Normal, Reporting',
    'L-stale': 'Normal, Stale',
    'L-failed': 'Normal, No good value',
    'L-alerted': 'Orange, Reporting',
    'L-before': 'Normal, Reporting',
    'L-unlimited': ', Reporting',
  });
  const book = await readXlsx(await bytesOf(report.id, 'xlsx'));
  const [heading, first] = book.sheets[1]!.rows;
  assert.deepEqual(Object.fromEntries(heading!.map((name, i) => [name, first![i]])), {
    Structure: 'Main dam',
    Measurement: 'Crack',
    Points: 7,
    Normal: 2,
    Blue: 0,
    Yellow: 0,
    Orange: 1,
    Red: 0,
    'No limits': 1,
    'No good value': 1,
    Stale: 1,
    'No reading': 1,
  });
  const alerts = book.sheets[3]!.rows.slice(1);
  assert.deepEqual(
    alerts.map((row) => [2, 5, 11, 12, 14, 15].map((column) => row[column] ?? null)),
    [
      ['L-alerted', 'Orange', 'False alarm', 'A. Person', 'The meter was hit', null],
      ['L-alerted', 'Red', 'Pending', null, null, 'no longer valid after a change of history or late readings'],
    ],
  );
  const february = await done({ type: 'week', day: '2025-02-20', formats: ['csv'] });
  const later = Object.fromEntries(
    (await csvRows(february.id)).map((row) => [row['Point'], [row['Level'], row['State']].join(', ')]),
  );
  assert.equal(later['L-before'], 'Red, No reading', 'its alert is not over, and it fell silent');
  assert.equal(later['L-normal'], ', No reading');
  const text = await pdfText(await bytesOf(report.id, 'pdf'));
  for (const word of [
    'Stale',
    'No good value',
    'Orange',
    'No limits',
    'False alarm',
    'The meter was hit',
    'no longer valid',
  ])
    assert.ok(text.includes(word), word);
});

test('names of any length and any letters are printed', async () => {
  const long = `${'VeryLongName'.repeat(420)}End`;
  const names = ['مقياس الشق ٣', 'חיישן 7', '裂缝计-Ⅱ', '😀 crack & <b>"x"</b> #let $x$ *y*', long];
  for (const [i, name] of names.entries()) {
    const pointId = await makePoint(server, world, name, { ...manualCrack, created_at: new Date('2025-01-01') });
    await seal(server, pointId, [{ at: Date.parse('2025-04-02T10:00:00Z') + i * hourMs, values: [i, 1], raw: {} }]);
  }
  const report = await done({ type: 'custom', day: '2025-04-01', until: '2025-04-20' });
  const text = await pdfText(await bytesOf(report.id, 'pdf'));
  assert.ok(text.includes('裂缝计') && text.includes('<b>"x"</b> #let $x$ *y*'), text);
  assert.ok(text.includes('The period was not over when this report was made'), 'it goes on until 20 April');
  const rows = await csvRows(report.id);
  assert.deepEqual(
    names.filter((name) => rows.some((row) => row['Point'] === name)),
    names,
    'the spreadsheet has every name whole',
  );
});

test('who may not read reports sees none, who may not make them makes none, and elsewhere there is none', async () => {
  const { report } = await make({ type: 'day', day: '2025-03-02', formats: ['csv'] });
  await server.work!.settle();
  assert.equal((await download(report.id, 'csv', other.admin.token)).status, 404);
  assert.equal((await download(report.id, 'csv', other.admin.token, other.projectId)).status, 404);
  assert.deepEqual((await list(other.admin.token, other.projectId)).reports, []);
  assert.equal((await list(other.admin.token)).error, 'notFound');
  assert.equal((await download(report.id, 'pdf')).status, 404, 'a format that was not asked for');
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'reports.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.ok((await list(guest.token)).reports.some(({ id }) => id === report.id));
  assert.equal((await download(report.id, 'csv', guest.token)).status, 200);
  assert.equal((await make({}, guest.token)).error, 'notAllowed');
  const removed = await server.call(periodReports.remove, { projectId, reportId: report.id }, guest.token);
  assert.equal(removed.body.error, 'notAllowed');

  // Whoever makes one must be allowed to read what is in it.
  const maker = await makeAccount(server, 'Normal', world.corporationId, 'reports.maker');
  const role = await server.db
    .insertInto('role')
    .values({
      corporation_id: world.corporationId,
      name: 'Makers',
      type: 'Custom',
      permissions: ['Retrieve:Report', 'Create:Report', 'Retrieve:Alert', 'Retrieve:Device', 'Retrieve:MeasuringPoint'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('project_member')
    .values({ project_id: projectId, account_id: maker.id, role_id: role.id })
    .execute();
  const refused = await make({}, maker.token);
  assert.deepEqual([refused.error, refused.detail], ['notAllowed', { needs: 'Retrieve:Data' }]);
});

test('a period that does not go together is refused', async () => {
  const error = async (input: Partial<MakeInput>) => (await make(input)).error;
  assert.equal(await error({ type: 'day', day: '2025-04-16' }), 'reportPeriodAhead');
  assert.equal(await error({ type: 'custom', day: '2025-03-02', until: '2025-03-01' }), 'startAfterEnd');
  assert.equal(await error({ type: 'custom', day: '2024-01-01', until: '2025-01-01' }), 'spanExceeded');
  assert.equal(await error({ type: 'custom', day: '2024-01-01' }), 'badInput');
  assert.equal(await error({ type: 'day', day: '2024-01-01', until: '2024-01-01' }), 'badInput');
  assert.equal(await error({ day: '2025-02-30' }), 'badInput');
  assert.equal(await error({ formats: [] }), 'badInput');
});

test('reports are listed page by page, deleted by hand, and by the clock after thirty days', async () => {
  const all = await list();
  assert.equal(all.reports.length, all.total);
  const page = await server.call(periodReports.list, { projectId, type: 'week', pageSize: 1 }, token);
  assert.deepEqual([page.body.total, page.body.reports.map(({ type }) => type)], [2, ['week']]);
  const [first] = all.reports;
  const stored = () => server.db.selectFrom('stored_file').select('id').execute();
  const before = (await stored()).length;
  const removed = await server.call(periodReports.remove, { projectId, reportId: first!.id }, token);
  assert.equal(removed.status, 200);
  assert.equal((await stored()).length, before - first!.files.length - 1, 'its files, and what they were written of');
  assert.equal((await download(first!.id, 'csv')).status, 404);
  // As if they had been asked for a month ago.
  await server.db.updateTable('report').set({ expires_at: server.clock.now() }).execute();
  assert.deepEqual((await list()).reports, []);
  assert.equal((await download(all.reports[1]!.id, 'csv')).status, 404);
  await server.tick('tidy-reports');
  assert.deepEqual([await server.db.selectFrom('report').select('id').execute(), await stored()], [[], []]);
});
