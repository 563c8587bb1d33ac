import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { exports } from '@plumbline/contract/reports/exports';
import { ags4Reader } from '@plumbline/science/files/ags4';
import { readXlsx } from 'hucre/xlsx';
import {
  crack,
  type ExportRequest,
  linesOf,
  makeExportsFixture,
  span,
  startMs,
} from '../../../../test/exports.fixtures.ts';
import { makeWorld } from '../../../../test/harness.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { readSheet } from '../../../kernel/sheets.ts';

const { server, world, token, withSpan, send, download, refusal, series } = await makeExportsFixture();
const table = async (request: ExportRequest) => linesOf(await download(request)).map((line) => line.split(','));

test('rows: the zone is in the heading, the clock is right across its change, UTC beside it', async () => {
  const pointId = await series('R-1');
  const [heading, ...rows] = await table({ pointIds: [pointId], utc: true });
  assert.deepEqual(heading, ['Time (Europe/Berlin)', 'UTC', 'Structure', 'Point', 'opening (mm)', 'temp (°C)']);
  assert.deepEqual(rows[0], ['2025-03-29 01:00:00', '2025-03-29T00:00:00.000Z', 'Main dam', 'R-1', '0', '0']);
  assert.deepEqual(
    rows.slice(24, 26).map((row) => row[0]),
    ['2025-03-30 01:00:00', '2025-03-30 03:00:00'],
  );
  assert.equal(rows.length, 48);
  const [, tokyo] = await table({
    pointIds: [pointId],
    timeZone: 'Asia/Tokyo',
    headings: { time: '时间', opening: '开合度', point: '=cmd()' },
  });
  assert.equal(tokyo![0], '2025-03-29 09:00:00');
  const words = linesOf(
    await download({ pointIds: [pointId], headings: { time: '时间', opening: '开合度', point: '=cmd()' } }),
  )[0];
  assert.equal(words, "时间 (Europe/Berlin),Structure,'=cmd(),开合度 (mm),temp (°C)");
  const german = linesOf(await download({ pointIds: [pointId], separator: ';', decimal: ',', fields: ['temp'] }));
  assert.equal(german[2], '2025-03-29 02:00:00;Main dam;R-1;0,5');
});

test('corrected or as stored, cumulative, good or all, with their flags', async () => {
  const pointId = await series('C-1', 6, { initial_values: JSON.stringify({ opening: 1 }) });
  const made = await server.call(
    corrections.createShift,
    {
      pointId,
      startAt: new Date(startMs + 3 * hourMs).toISOString(),
      endAt: null,
      fixes: { opening: 10 },
      reason: 'Bracket replaced',
    },
    token,
  );
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const values = async (request: object) =>
    (await table({ pointIds: [pointId], fields: ['opening'], ...request })).slice(1).map((row) => row.slice(3));
  assert.deepEqual((await values({})).flat(), ['0', '1', '2', '-7', '-6', '-5']);
  assert.deepEqual((await values({ raw: true })).flat(), ['0', '1', '2', '3', '4', '5']);
  assert.deepEqual((await values({ quantity: 'cumulative' })).flat(), ['-1', '0', '1', '-8', '-7', '-6']);
  const flagged = await server.call(
    history.flag,
    {
      pointId,
      fields: ['opening'],
      times: [new Date(startMs + hourMs).toISOString()],
      quality: 'fail',
      reason: 'Spike',
    },
    token,
  );
  assert.equal(flagged.status, 200, JSON.stringify(flagged.body));
  assert.deepEqual((await values({ flags: true })).slice(0, 3), [
    ['0', 'pass'],
    ['', 'fail person'],
    ['2', 'pass'],
  ]);
  assert.deepEqual((await values({ quality: 'all' })).flat()[1], '1');
});

test('columns beside each other, one line for each value, buckets of the calendar, what the screen shows', async () => {
  const [a, b] = [await series('K-1', 4), await series('K-2', 3)];
  await seal(server, b, [{ at: startMs + hourMs / 2, values: [99, null], raw: { opening: 99 } }]);
  const columns = await table({ pointIds: [a, b], fields: ['opening'], layout: 'columns' });
  assert.deepEqual(columns, [
    ['Time (Europe/Berlin)', 'K-1 opening (mm)', 'K-2 opening (mm)'],
    ['2025-03-29 01:00:00', '0', '0'],
    ['2025-03-29 01:30:00', '', '99'],
    ['2025-03-29 02:00:00', '1', '1'],
    ['2025-03-29 03:00:00', '2', '2'],
    ['2025-03-29 04:00:00', '3', ''],
  ]);
  const long = await table({ pointIds: [b], layout: 'long' });
  assert.deepEqual(long.slice(0, 4), [
    ['Time (Europe/Berlin)', 'Structure', 'Point', 'Field', 'Value', 'Unit'],
    ['2025-03-29 01:00:00', 'Main dam', 'K-2', 'opening', '0', 'mm'],
    ['2025-03-29 01:00:00', 'Main dam', 'K-2', 'temp', '0', '°C'],
    ['2025-03-29 01:30:00', 'Main dam', 'K-2', 'opening', '99', 'mm'],
  ]);
  // Three days of Berlin: 23 hours on the thirtieth.
  const days = await series('K-3', 72);
  const buckets = await table({
    pointIds: [days],
    fields: ['opening'],
    buckets: { unit: 'day', figures: ['n', 'min', 'max', 'mean'] },
  });
  assert.deepEqual(buckets.slice(0, 3), [
    [
      'From (Europe/Berlin)',
      'To (Europe/Berlin)',
      'Structure',
      'Point',
      'opening n',
      'opening min (mm)',
      'opening max (mm)',
      'opening mean (mm)',
    ],
    ['2025-03-29 00:00:00', '2025-03-30 00:00:00', 'Main dam', 'K-3', '23', '0', '22', '11'],
    ['2025-03-30 00:00:00', '2025-03-31 00:00:00', 'Main dam', 'K-3', '23', '23', '45', '34'],
  ]);
  const shown = await server.call(readings.query, { pointIds: [days], fields: ['opening'], ...span, width: 50 }, token);
  const drawn = await table({ pointIds: [days], fields: ['opening'], width: 50, layout: 'columns', utc: true });
  assert.deepEqual(
    drawn.slice(1).map((row) => [Date.parse(row[1]!), Number(row[2])]),
    shown.body.series[0]!.times.map((at, i) => [at, shown.body.series[0]!.values[i]]),
  );
});

test('a workbook: times as times, at most 65,535 rows, said before any work', async () => {
  const pointId = await series('X-1', 3);
  const response = await send(exports.download, withSpan({ pointIds: [pointId], format: 'xlsx' }));
  assert.match(response.headers.get('content-disposition')!, /Exports%20project%202025-03-29%202025-04-05\.xlsx/);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { rows } = await readSheet(bytes, { maxBytes: 1e6, maxRows: 100 });
  // A spreadsheet shows what its format has: without milliseconds two readings of one second look alike.
  const shown = (await readXlsx(bytes, { readStyles: true })).sheets[0]!.cells!.get('1,0');
  assert.equal(shown?.style?.numFmt, 'yyyy-mm-dd hh:mm:ss.000');
  assert.deepEqual(rows[1]!.cells, [new Date('2025-03-29T01:00:00Z'), 'Main dam', 'X-1', 0, 0]);

  const minutes = await makePoint(server, world, 'X-2', crack);
  const n = 65_536;
  await seal(
    server,
    minutes,
    Array.from({ length: n }, (_, i) => ({
      at: startMs + i * 60_000,
      values: [i % 100, null],
      raw: { opening: i % 100 },
    })),
  );
  const all = { pointIds: [minutes], from: '2025-03-29T00:00:00Z', to: '2025-06-01T00:00:00Z' };
  const refused = await refusal({ ...all, format: 'xlsx' });
  assert.deepEqual([refused.error, refused.detail], ['exportTooManyRows', { maxRows: 65_535, rows: n }]);
  const fits = await send(
    exports.size,
    withSpan({ ...all, format: 'xlsx', to: new Date(startMs + (n - 2) * 60_000).toISOString() }),
  );
  assert.deepEqual(await fits.json(), { records: n - 1, direct: true });
  assert.equal(linesOf(await download(all)).length, n + 1);
  assert.equal((await refusal({ ...all, format: 'xlsx', layout: 'columns' })).error, 'exportTooManyRows');
  const span = { from: '2024-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  assert.equal((await refusal({ pointIds: [minutes], ...span, format: 'xlsx' })).error, 'spanExceeded');
});

test('AGS4: every reading has its installation, its code and its unit, and can be read again', async () => {
  const pointId = await series('A-1', 3);
  const text = await download({ pointIds: [pointId], format: 'ags4' });
  const reader = ags4Reader();
  const rows = [...reader.push(text), ...reader.end()];
  assert.deepEqual(
    [reader.problems, reader.points.map(({ location, point }) => [location, point])],
    [[], [['Main dam', 'A-1']]],
  );
  assert.deepEqual(
    rows.slice(0, 2).map(({ point, timeText, type, reading, unit }) => [point, timeText, type, reading, unit]),
    [
      ['A-1', '2025-03-29T01:00:00.000', 'OPENING', 0, 'mm'],
      ['A-1', '2025-03-29T01:00:00.000', 'TEMP', 0, 'DegC'],
    ],
  );
  assert.match(text, /Times of readings are in Europe\/Berlin/);
});

test('what does not go together is refused, and so is what is not of the project', async () => {
  const pointId = await series('N-1', 3);
  const foreign = await makeWorld(server, 'Elsewhere');
  const errors = [
    await refusal({ pointIds: [pointId, foreign.pointId] }),
    await refusal({ pointIds: [pointId], from: span.to, to: span.from }),
    await refusal({ pointIds: [pointId], from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' }),
    await refusal({ pointIds: [pointId], fields: ['nonsense'] }),
    await refusal({ pointIds: [pointId], content: 'samples', width: 100 }),
    await refusal({ pointIds: [pointId], format: 'ags4', buckets: { unit: 'day' } }),
  ];
  assert.deepEqual(
    errors.map(({ error }) => error),
    ['notFound', 'startAfterEnd', 'noCollections', 'badInput', 'badInput', 'badInput'],
  );
});
