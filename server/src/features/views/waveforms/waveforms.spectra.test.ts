/** Spectra over time: what the picture and its file hold against science. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { spectraLimits } from '@plumbline/contract/views/waveforms.spectra';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { readSheet } from '../../../kernel/sheets.ts';
import { pack, type Recorded } from './logic/recorded.ts';
import * as table from './waveforms.table.ts';

const [server, world, other] = await openWorlds(['Spectra over time', 'Elsewhere']);
const { token } = world.admin;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const point = (name: string, of = world) => makePoint(server, of, name, { family: 'vibration', node_count: 0 });
const sine = (n: number, rateHz: number, hz: number, amplitude: number): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz));
async function store(pointId: number, minute: number, more: Partial<Recorded> = {}): Promise<number> {
  const recorded: Recorded = {
    startMs: startMs + minute * minuteMs,
    rateHz: 100,
    unit: 'mm/s',
    trigger: null,
    axes: [{ axis: 'x', samples: sine(2000, 100, 2 + minute / 10, 1 + minute) }],
    ...more,
  };
  const origin = { source: 'file', deviceId: null, byName: null, fileName: null, receivedAt: new Date() } as const;
  return (await table.insert(server.db, pointId, pack(recorded), origin)).id;
}
const iso = (minute: number) => new Date(startMs + minute * minuteMs).toISOString();
const read = (pointId: number, more: object = {}) =>
  server.call(waveforms.overTime, { pointId, from: iso(-1), to: iso(1000), ...more } as never, token);
const download = (path: string) => fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });

const pointId = await point('VB-1');
const ids = [await store(pointId, 0), await store(pointId, 10), await store(pointId, 30)];

test('a column for each waveform by time, its peak where the sine is and as high', async () => {
  const { body } = await read(pointId);
  assert.deepEqual(
    [body.unit, body.fromHz, body.lineHz * spectraLimits.lines, body.total, body.chosen],
    ['mm/s', 0, 50, 3, 3],
  );
  assert.deepEqual(
    body.columns.map(({ waveformId, startAt, seconds }) => [waveformId, startAt, seconds]),
    [0, 10, 30].map((minute, i) => [ids[i], iso(minute), 20]),
  );
  for (const [i, minute] of [0, 10, 30].entries()) {
    const column = body.columns[i];
    assert.ok(Math.abs((column?.peakHz ?? 0) - (2 + minute / 10)) < 1e-4, `${column?.peakHz}`);
    assert.ok(Math.abs((column?.peak ?? 0) - (1 + minute)) < 1e-4);
    const at = Math.floor((2 + minute / 10) / body.lineHz + 1e-9);
    assert.equal(column?.values[at], column?.peak);
  }
});

test('it is the spectrum that one waveform is shown with, in density too', async () => {
  for (const measure of ['amplitude', 'density'] as const) {
    const { body } = await read(pointId, { measure, fromHz: 0, toHz: 10 });
    const { body: one } = await server.call(
      waveforms.spectrum,
      { pointId, waveformId: ids[1] ?? 0, kind: measure } as never,
      token,
    );
    const column = body.columns[1];
    const expected = one.axes[0];
    assert.equal(body.unit, one.unit);
    const line = expected?.hz.findIndex((hz) => Math.abs(hz - 3) < 1e-9) ?? -1;
    assert.equal(column?.peak, Number(expected?.values[line]?.toPrecision(6)));
    assert.equal(column?.peakHz, Number(expected?.dominantHz?.toPrecision(6)));
    assert.ok(body.lineHz >= (one.resolutionHz ?? 0) / 2, 'hardly finer than it is resolved');
  }
});

test('a band shows the peak within it; a span what started within it; nothing is nothing', async () => {
  const { body } = await read(pointId, { fromHz: 2.5, toHz: 3.5, to: iso(20) });
  assert.deepEqual([body.fromHz, body.columns.length], [2.5, 2]);
  assert.ok(Math.abs((body.columns[1]?.peakHz ?? 0) - 3) < 1e-4);
  const none = (await read(pointId, { from: iso(500) })).body;
  assert.deepEqual([none.columns, none.total, none.chosen], [[], 0, 0]);
  assert.equal((await read(pointId, { to: iso(-5) })).body.error, 'startAfterEnd');
  const crossed = await read(pointId, { fromHz: 30, toHz: 20 });
  assert.deepEqual([crossed.status, crossed.body.error], [400, 'waveformFilter']);
});

test('what cannot stand beside the others is left out and counted, its axis, unit or length', async () => {
  const mixed = await point('VB-2');
  await store(mixed, 0, { unit: 'gal' });
  await store(mixed, 1, { axes: [{ axis: 'z', samples: sine(2000, 100, 5, 1) }] });
  await store(mixed, 2, { axes: [{ axis: 'x', samples: sine(8, 100, 5, 1) }] });
  await store(mixed, 3);
  const leftOut = async (more: object) => {
    const { body } = await read(mixed, more);
    return [body.columns.length, ...Object.values(body.leftOut)];
  };
  assert.deepEqual(await leftOut({ lowPassHz: 20 }), [1, 1, 1, 1]);
  assert.deepEqual(await leftOut({ quantity: 'velocity', lowPassHz: 20 }), [2, 0, 1, 1]);
  assert.deepEqual(await leftOut({ axis: 'y' }), [0, 1, 3, 0]);
  const slow = await store(mixed, 4, { rateHz: 20, axes: [{ axis: 'x', samples: sine(400, 20, 5, 1) }] });
  const { body } = await read(mixed);
  const column = body.columns.find(({ waveformId }) => waveformId === slow);
  const beyond = column?.values.slice(Math.ceil(10 / body.lineHz) + 1) ?? [];
  assert.ok(beyond.length > 100 && beyond.every((value) => value === null), 'beyond half the rate there is nothing');
});

test('too many are thinned to the strongest of each few, and it is told', async () => {
  const many = await point('VB-3');
  const short = { axes: [{ axis: 'x' as const, samples: sine(40, 100, 5, 1) }] };
  for (let i = 0; i < spectraLimits.columns + 40; i++) await store(many, i, short);
  const strongest = await store(many, 7.5, { axes: [{ axis: 'x', samples: sine(40, 100, 5, 30) }] });
  const { body } = await read(many);
  assert.deepEqual(
    [body.total, body.chosen, body.columns.length],
    [spectraLimits.columns + 41, spectraLimits.columns, spectraLimits.columns],
  );
  assert.ok(body.columns.some(({ waveformId }) => waveformId === strongest));
});

test('the file holds the numbers of the picture, as CSV and as a workbook', async () => {
  const { body } = await read(pointId, { toHz: 5 });
  const query = new URLSearchParams({ from: iso(-1), to: iso(1000), toHz: '5' });
  for (const format of ['csv', 'xlsx'] as const) {
    const answer = await download(`/measuring-points/${pointId}/spectra/file?${query}&format=${format}`);
    assert.equal(answer.status, 200);
    const { rows } = await readSheet(new Uint8Array(await answer.arrayBuffer()), {
      maxBytes: 1e7,
      maxRows: 1000,
      maxColumns: 1000,
    });
    assert.deepEqual(rows[0]?.cells.slice(0, 4), ['start', 'duration (s)', 'peak (Hz)', 'peak (mm/s)']);
    assert.deepEqual(
      rows
        .slice(1)
        .map(({ cells }) => [cells[0], ...cells.slice(1).map((cell) => (cell === null ? null : Number(cell)))]),
      body.columns.map(({ startAt, seconds, peakHz, peak, values }) => [startAt, seconds, peakHz, peak, ...values]),
    );
  }
});

test('a window that moves through one waveform: its columns cover it, and the file is the same', async () => {
  const samples = Float64Array.from([...sine(1000, 100, 3, 2), ...sine(1000, 100, 20, 1)]);
  const waveformId = await store(pointId, 60, { axes: [{ axis: 'x', samples }] });
  const shortTime = (more: object = {}) =>
    server.call(waveforms.shortTime, { pointId, waveformId, ...more } as never, token);
  const { body } = await shortTime();
  assert.deepEqual([body.columns.length, body.windows, body.windowsEach, body.windowSeconds], [19, 19, 1, 2]);
  assert.deepEqual(
    [0, 18].map((i) => [body.columns[i]?.fromSeconds, body.columns[i]?.toSeconds]),
    [
      [0.5, 1.5],
      [18.5, 19.5],
    ],
  );
  assert.deepEqual(
    [0, 18].map((i) => [body.columns[i]?.peakHz, body.columns[i]?.peak]),
    [
      [3, 2],
      [20, 1],
    ],
  );
  const part = (await shortTime({ from: 12, to: 16, windowSeconds: 1 })).body;
  assert.deepEqual([part.columns[0]?.fromSeconds, part.columns.length], [12.25, 7]);
  assert.ok(part.columns.every(({ peakHz }) => peakHz === 20));
  const answer = await download(
    `/measuring-points/${pointId}/waveforms/${waveformId}/short-time/file?from=12&to=16&windowSeconds=1`,
  );
  const { rows } = await readSheet(new Uint8Array(await answer.arrayBuffer()), {
    maxBytes: 1e7,
    maxRows: 1000,
    maxColumns: 1000,
  });
  assert.equal(rows.length, 8);
  assert.equal(Number(rows[1]?.cells[2]), 20);
  assert.equal((await shortTime({ axis: 'z' })).status, 404);
  assert.equal((await shortTime({ fromHz: 50 })).body.error, 'waveformFilter');
});

test('waveforms of another corporation are not found', async () => {
  const foreign = await point('VB-4', other);
  assert.equal((await read(foreign)).status, 404);
});

test('the events within a waveform are found where they are, on top of an offset, and not in an axis without them', async () => {
  const long = await point('VB-long');
  const noise = (i: number) => 0.01 * Math.sin(i * 1.7);
  // Shocks at 30 and 60 s, on an instrument that stands at 5 mm/s.
  const shock = (i: number) => ((i >= 3000 && i < 3100) || (i >= 6000 && i < 6100) ? 2 * Math.sin(i) : 0);
  const waveformId = await store(long, 0, {
    axes: [
      { axis: 'x', samples: Float64Array.from({ length: 9000 }, (_, i) => 5 + noise(i) + shock(i)) },
      { axis: 'y', samples: Float64Array.from({ length: 9000 }, (_, i) => noise(i)) },
    ],
  });
  const found = async (more: object = {}, id = waveformId, of = long) =>
    server.call(waveforms.detected, { pointId: of, waveformId: id, ...more } as never, token);
  const { body } = await found();
  assert.deepEqual([body.unit, body.total, body.isLongEnough], ['mm/s', 2, true]);
  for (const [i, at] of [30, 60].entries()) {
    const event = body.events[i];
    assert.ok(
      event && Math.abs(event.triggeredSeconds - at) < 0.3 && event.fromSeconds < at && event.toSeconds > at + 5,
    );
    assert.ok(event.peak > 1.9 && event.peak < 2.1, 'without the offset');
  }
  assert.deepEqual((await found({ axis: 'y' })).body.events, []);
  assert.equal((await found({ axis: 'z' })).status, 404);
  assert.equal((await found({ ratio: 1 })).status, 400);
  const short = await store(long, 10, { axes: [{ axis: 'x', samples: sine(500, 100, 3, 1) }] });
  assert.deepEqual((await found({}, short)).body, { unit: 'mm/s', events: [], total: 0, isLongEnough: false });
});
