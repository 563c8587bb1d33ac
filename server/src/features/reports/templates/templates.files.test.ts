/** What the files of a report hold besides its pages: limits on curves, tables of the template as CSV, readings as AGS4. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { limitStrokes } from '@plumbline/science/display/chart-svg';
import { ags4Reader } from '@plumbline/science/files/ags4';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { openFiles } from '../../../kernel/files.ts';
import { chartsOf } from '../blocks/blocks.api.ts';
import { readSource } from '../period-reports/period-reports.api.ts';

const [server, world] = await openWorlds(['Files'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId } = world;
await setTimeZone(server, projectId, 'Europe/Berlin');
const marchMs = Date.parse('2025-02-28T23:00:00Z');
const crack = {
  family: 'crack' as const,
  type: 2,
  mode: 0,
  interval_seconds: 3600,
  created_at: new Date('2025-01-01'),
};
const limit = (levels: (number | null)[]) => ({
  field: 'opening',
  kind: 'value' as const,
  method: 'upper' as const,
  levels,
  base: 'value' as const,
  combine: 'and' as const,
  rate_levels: null,
  release_ratio: 0.95,
  release_count: 2,
  consecutive: 1,
  enabled: true,
});

async function crackOf(name: string, levels: (number | null)[] | null): Promise<number> {
  const id = await makePoint(server, world, name, crack);
  await seal(
    server,
    id,
    Array.from({ length: 48 }, (_, i) => ({ at: marchMs + i * hourMs, values: [10 + i / 8, 20], raw: {} })),
  );
  if (levels)
    await server.db
      .insertInto('threshold')
      .values({ point_id: id, ...limit(levels) })
      .execute();
  return id;
}
const alike = [await crackOf('A-1', [14, 15, null, null]), await crackOf('A-2', [14, 15, null, null])];
const other = await crackOf('B-1', [99, null, null, null]);

type Blocks = InputOf<typeof reportTemplates.create.input>['content']['blocks'];
async function made(blocks: Blocks, formats: PeriodReport['formats']): Promise<PeriodReport> {
  const name = `T ${Math.random()}`;
  const { template } = (await server.call(reportTemplates.create, { projectId, name, content: { blocks } }, token))
    .body;
  const input = { projectId, type: 'month' as const, day: '2025-03-10', formats, language: 'en' as const };
  const { report } = (await server.call(periodReports.make, { ...input, templateId: template.id }, token)).body;
  await server.work!.settle();
  const { reports } = (await server.call(periodReports.list, { projectId }, token)).body;
  const done = reports.find(({ id }) => id === report.id)!;
  assert.equal(done.status, 'Done', JSON.stringify([done.error, done.errorDetail]));
  return done;
}
async function fileOf(report: PeriodReport, format: string): Promise<{ text: string; name: string }> {
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${report.id}/files/${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200);
  const name = decodeURIComponent(response.headers.get('content-disposition')?.split("''")[1] ?? '');
  return { text: Buffer.from(await response.arrayBuffer()).toString('utf8'), name };
}

test('limits that all points of a chart have are lines in the colour of their level; where they differ, those next to each point are in its own', async () => {
  const report = await made([{ kind: 'charts' }], ['csv']);
  const source = await readSource({ db: server.db, files: openFiles(server.config) }, report.id);
  assert.ok(source);
  const { content } = source;
  const ofPoints = (ids: readonly number[]) => content.lines.filter(({ point }) => ids.includes(point.id));
  const [same] = chartsOf(ofPoints(alike), 8, content);
  assert.match(same!.svg, /Blue 14\.000/i);
  assert.match(same!.svg, /Yellow 15\.000/i);
  assert.doesNotMatch(same!.title, /limits/);
  const [mixed] = chartsOf(ofPoints([...alike, other]), 8, content);
  assert.match(mixed!.title, /limits next to each curve, in its colour/);
  // Those that were crossed are lines of the first two curves, that of the third is a sign at the edge in its stroke.
  for (const value of ['Blue 14.000<', 'Yellow 15.000<']) assert.equal(mixed!.svg.split(value).length - 1, 2, value);
  assert.match(mixed!.svg, /z" fill="#009E73"\/><text[^>]*>Blue 99\.000 \(\+83\.125\)</);
  for (const limit of limitStrokes) assert.ok(!mixed!.svg.includes(limit), 'no colour of a level');
  const [without] = chartsOf(ofPoints(alike), 8, content, false);
  assert.doesNotMatch(without!.svg, /14\.000/);
});

test('a CSV has the tables of the template, narrowed and with its columns, each with its name where there are several', async () => {
  const only = { pointIds: [other] };
  const statistics = { kind: 'statistics' as const, title: 'Widths', columns: ['max' as const], times: false, only };
  const both = (await fileOf(await made([{ kind: 'cover' }, statistics, { kind: 'alerts' }], ['csv']), 'csv')).text;
  const [name, heading, row, empty, second] = both.replace('\ufeff', '').split('\r\n');
  assert.equal(name, 'Widths');
  assert.deepEqual(heading?.split(','), ['Structure', 'Point', 'Measurement', 'Field', 'Unit', 'Maximum']);
  assert.deepEqual(row?.split(',').slice(1, 2).concat(row.split(',').slice(-1)), ['B-1', '15.875']);
  assert.deepEqual([empty, second], ['', 'Alerts']);
  assert.equal(both.match(/\ufeff/g)?.length, 1);
  const alone = (await fileOf(await made([statistics], ['csv']), 'csv')).text;
  assert.match(alone, /^\ufeffStructure,Point/);
  const none = (await fileOf(await made([{ kind: 'text', text: 'x' }], ['csv']), 'csv')).text;
  assert.equal(none.split('\r\n').length, 5, 'the measurements of all points');
});

test('an AGS4 file has every reading of the main fields, by the rules of AGS4', async () => {
  const { text, name } = await fileOf(await made([{ kind: 'text', text: 'x' }], ['ags4']), 'ags4');
  assert.match(name, /\.ags$/);
  for (const group of ['PROJ', 'TRAN', 'ABBR', 'TYPE', 'UNIT', 'LOCA', 'MONG', 'MOND'])
    assert.equal(text.match(new RegExp(`^"GROUP","${group}"\r$`, 'gm'))?.length, 1, group);
  assert.ok(
    text.split('\r\n').every((line) => line === '' || /^"(GROUP|HEADING|UNIT|TYPE|DATA)"(,"([^"]|"")*")*$/.test(line)),
  );
  const reader = ags4Reader();
  const rows = [...reader.push(text), ...reader.end()];
  assert.deepEqual(
    [reader.problems, reader.points.map(({ location, point }) => [location, point])],
    [[], ['A-1', 'A-2', 'B-1'].map((point) => ['Main dam', point])],
  );
  assert.equal(rows.length, 3 * 48);
  const { point, timeText, type, reading, unit } = rows[0]!;
  assert.deepEqual([point, timeText, type, reading, unit], ['A-1', '2025-03-01T00:00:00.000', 'OPENING', 10, 'mm']);
  assert.match(text, /^"DATA","1","2025-04-15","Plumbline","Draft","[^"]*2025-03-01 - 2025-03-31"/m);
});

test('a year of gaps: what was measured counts, what is missing is counted as missing, and no line goes over a gap', async () => {
  const [january, december] = [Date.parse('2024-01-02T00:00:00Z'), Date.parse('2024-12-30T00:00:00Z')];
  const id = await makePoint(server, world, 'G-1', { ...crack, created_at: new Date('2023-01-01') });
  const day = (from: number, value: number) =>
    Array.from({ length: 24 }, (_, i) => ({ at: from + i * hourMs, values: [value, 20], raw: {} }));
  await seal(server, id, [...day(january, 5), ...day(december, 9)]);
  const blocks: Blocks = [{ kind: 'cover' }, { kind: 'statistics', only: { pointIds: [id] } }];
  const { template } = (
    await server.call(reportTemplates.create, { projectId, name: 'Gaps', content: { blocks } }, token)
  ).body;
  const input = { projectId, type: 'year' as const, day: '2024-06-01', formats: ['pdf' as const, 'docx' as const] };
  const { report } = (
    await server.call(periodReports.make, { ...input, language: 'en', templateId: template.id }, token)
  ).body;
  await server.work!.settle();
  const source = await readSource({ db: server.db, files: openFiles(server.config) }, report.id);
  const line = source?.content.lines.find(({ point, isMain }) => point.id === id && isMain);
  assert.ok(line);
  const { first, last, min, max, count, expected, missing } = line.figures;
  assert.deepEqual([first?.value, last?.value, min, max, count], [5, 9, 5, 9, 48]);
  // Expected are whole intervals: one more or less at the edges of a gap.
  assert.ok(expected > 8_700 && Math.abs(expected - missing - 48) <= 1, `${missing} of ${expected}`);
  const curve = source?.content.curves.find(({ point }) => point.id === id)?.curve;
  assert.ok(curve?.values.includes(null), 'the line is broken where nothing was measured');
  assert.equal(line.status.state, 'stale', 'a year later it does not report');
});
