/** Every view of the catalogue on paper: drawn where the point has it, of the numbers that its screen is answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { fieldsOf } from '@plumbline/contract/points/families';
import { ViewOptions } from '@plumbline/contract/reports/templates.views';
import { analysis } from '@plumbline/contract/views/analysis';
import { masters } from '@plumbline/contract/views/masters';
import { profiles } from '@plumbline/contract/views/profiles';
import { tracks } from '@plumbline/contract/views/tracks';
import { type ViewName, viewNames } from '@plumbline/contract/views/views';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { weather } from '@plumbline/contract/views/weather';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { pack } from '../../views/waveforms/logic/recorded.ts';
import * as waveformTable from '../../views/waveforms/waveforms.table.ts';
import { figuresOfView, type PointFigures } from './paper-views.api.ts';

const [server, world, other] = await openWorlds(['Views on paper', 'Elsewhere']);
const { token } = world.admin;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const hours = 48;
const toMs = startMs + hours * hourMs;
const iso = (ms: number) => new Date(ms).toISOString();
const span = { from: iso(startMs), to: iso(toMs - 1) };

/** A point with a reading at every hour of the first day, by field. */
async function measuring(
  name: string,
  family: FamilyCode,
  at: (hour: number) => Readonly<Record<string, number>>,
  more: object = {},
): Promise<number> {
  const nodeCount = (more as { node_count?: number }).node_count ?? 0;
  const id = await makePoint(server, world, name, { family, interval_seconds: 3600, ...more });
  const rows = Array.from({ length: 25 }, (_, hour) => {
    const given = at(hour);
    return { at: startMs + hour * hourMs, values: fieldsOf(family, nodeCount).map(({ key }) => given[key] ?? null) };
  });
  await seal(server, id, rows);
  return id;
}
const chain = (name: string, parameters: object, more: object = {}) =>
  measuring(
    name,
    'deepDisplacement',
    (hour) => ({ maxX: hour, maxY: 1, x1: hour, y1: 1, x2: hour / 2, y2: 2, x3: hour / 4, y3: 3 }),
    { node_count: 3, parameters: JSON.stringify({ segmentMm: 1000, ...parameters }), ...more },
  );
const master = (name: string, family: FamilyCode, slaves: readonly number[], config: object = {}) =>
  makePoint(server, world, name, {
    family,
    type: 3,
    mode: 0,
    interval_seconds: 3600,
    slaves: JSON.stringify(slaves.map((pointId) => ({ pointId }))),
    master_config: JSON.stringify({
      fixedPointId: null,
      lengthsMm: [],
      chainagesM: [],
      turningPointIds: [],
      closing: null,
      chords: null,
      referenceLine: null,
      ...config,
    }),
  });
const prism = (name: string, e0: number, h0: number, east: number) =>
  measuring(
    name,
    'surfaceDisplacement',
    (hour) => ({ dx: hour / 10, dy: (east * hour) / 24, dh: -hour / 5, horizontal: hour / 9 }),
    { parameters: JSON.stringify({ e0, n0: 500, h0 }) },
  );

const crack = await measuring('C-1', 'crack', (hour) => ({ opening: Math.sin(hour / 4) + 3, temp: 10 + hour / 3 }));
const casing = await chain('IN-1', { markAzimuth: 30 });
await chain('IN-1 by hand', {}, { type: 2 });
const array = await chain('HD-1', { form: 1 });
const panel = await chain('PD-1', { form: 2, panelAngle: 30, plinthElevation: 100 });
const ring = await chain('RC-1', { form: 3, ix1: 0, ix2: 120, ix3: 240 });
const arc = await chain('AC-1', { form: 4, ix1: 0, ix2: 60, ix3: 120 });
const cells = await Promise.all(
  [0, 1, 2].map((i) =>
    measuring(`HL-${i}`, 'structuralDeformation', (hour) => ({ deflection: 100 + (i * hour) / 10 }), {
      initial_values: JSON.stringify({ deflection: 100 }),
    }),
  ),
);
const beams = await Promise.all(
  [0, 1].map((i) =>
    measuring(`TB-${i}`, 'tilt', (hour) => ({ x: (i + 1) * (hour / 100) }), { initial_values: '{"x":0}' }),
  ),
);
const line = await master('HL', 'structuralDeformation', cells, { chainagesM: [0, 12.5, 25] });
const tilted = await master('TB', 'tilt', beams, { lengthsMm: [2000, 2000] });
const joined = await master('HD', 'deepDisplacement', [array]);
const prisms = [await prism('PR-1', 100, 10, 3), await prism('PR-2', 105, 15, 0), await prism('PR-3', 110, 10, -3)];
const station = await master('PR', 'surfaceDisplacement', prisms, {
  referenceLine: { fromEast: 105, fromNorth: 490, toEast: 105, toNorth: 510 },
});
const wind = await measuring('WS-1', 'environment', (hour) => ({ windSpeed: hour / 3, windDirection: 225, temp: 4 }));
const cover = await measuring('MH-1', 'manholeCover', (hour) => ({
  open: hour === 7 ? 1 : 0,
  tilt: hour === 7 ? 40 : 0.5,
  waterBelow: 3 - hour / 24,
  gas: 0.4,
  battery: 90,
}));
const detector = await measuring('SD-1', 'smoke', (hour) => ({ smoke: hour / 100, temp: 21, battery: 88 }));
const vibration = await makePoint(server, world, 'VB-1', { family: 'vibration', interval_seconds: 3600 });
for (const [hour, size] of [
  [1, 2],
  [5, 7],
  [9, 4],
] as const)
  await waveformTable.insert(
    server.db,
    vibration,
    pack({
      startMs: startMs + hour * hourMs,
      rateHz: 100,
      unit: 'mm/s',
      trigger: null,
      axes: (['x', 'z'] as const).map((axis, k) => ({
        axis,
        samples: Float64Array.from(
          { length: 2000 },
          (_, i) => (size / (k + 1)) * Math.sin((2 * Math.PI * 5 * i) / 100),
        ),
      })),
    }),
    { source: 'file', deviceId: null, byName: null, fileName: null, receivedAt: new Date() },
  );

const points = await namedPoints(server.db, world.projectId, 'all');
async function shown(pointId: number, view: ViewName, more: object = {}, period = {}): Promise<PointFigures> {
  const point = points.find(({ id }) => id === pointId);
  assert.ok(point, `no point ${pointId}`);
  return await figuresOfView(
    { db: server.db, now: server.clock.now, services: { pool: server.database.pool } },
    {
      point,
      options: ViewOptions.parse({ view, ...more }),
      fromMs: startMs,
      toMs,
      timeZone: 'UTC',
      language: 'en',
      hasLimits: true,
      pictureOf: async () => null,
      ...period,
    },
  );
}
const column = ({ figures }: PointFigures, place: number, figure = 0) =>
  figures[figure]?.table?.rows.map((row) => row[place] ?? null);

/** A point of each view; photos have a test of their own. */
const pointOf: Readonly<Record<Exclude<ViewName, 'image-list'>, number>> = {
  'time-value': crack,
  'adm-profile': casing,
  'adm-settlement': array,
  'adm-panel-deflection': panel,
  'adm-circular': ring,
  'circular-segment': arc,
  'hsl-settlement': line,
  'master-adm-settlement': joined,
  'master-angle-settlement': tilted,
  'station-convergence': station,
  'station-chord': station,
  'station-offset': station,
  'station-settlement': station,
  'adm-northeast': casing,
  'adm-3d': casing,
  'adm-artificial-compare': casing,
  'sdmpro-track': elementOf(prisms),
  'tdm-map': elementOf(prisms),
  'weather-station-chart': wind,
  'manhole-cover-chart': cover,
  'manhole-cover-ott-chart': cover,
  'hiksmoke-chart': detector,
  'idm-event': vibration,
  analysis: crack,
  'adm-data': casing,
  'hsl-settlement-data': line,
  'master-adm-data': joined,
  'master-angle-data': tilted,
  'station-data': station,
  'dt-data': crack,
  'adm-report': casing,
  'hsl-settlement-report': line,
  'master-adm-report': joined,
  'station-report': station,
  'artificial-report': crack,
};
function elementOf(list: readonly number[]): number {
  assert.ok(list[0]);
  return list[0];
}

test('every view of the catalogue is drawn, or is a table, and no drawing has a number that is none', async () => {
  for (const view of viewNames) {
    if (view === 'image-list') continue;
    // Movements are between two dates, each with a reading near it.
    const found = await shown(pointOf[view], view, {}, { toMs: startMs + 24 * hourMs + 1 });
    assert.equal(found.state, 'shown', `${view}: ${found.state}`);
    const isTable = view.endsWith('-data');
    assert.equal(
      found.figures.some(({ svg }) => svg !== null),
      !isTable,
      view,
    );
    assert.ok(
      found.figures.some(({ table }) => (table?.rows.length ?? 0) > 0),
      `${view} has no numbers`,
    );
    for (const { svg, title } of found.figures) {
      assert.doesNotMatch(svg ?? '', /NaN|undefined|Infinity/, view);
      assert.doesNotMatch(title, /undefined/, view);
    }
  }
});

test('what a point does not have, has nothing of, or what is too long is a state of its own', async () => {
  assert.equal((await shown(crack, 'adm-3d')).state, 'notOffered');
  const empty = { fromMs: toMs, toMs: toMs + hourMs };
  for (const view of viewNames)
    if (view !== 'image-list')
      assert.deepEqual(
        [view, (await shown(pointOf[view], view, {}, empty)).state],
        [view, 'noData'],
        'nothing was measured',
      );
  assert.equal((await shown(crack, 'analysis', { field: 'none' })).state, 'notOffered');
  const foreign = await makePoint(server, other, 'Foreign', { family: 'crack' });
  const compared = await shown(crack, 'analysis', { analysis: 'relation', withPointId: foreign });
  assert.equal(compared.state, 'otherGone', 'a point of another project is none');
  assert.deepEqual(compared.figures, []);
});

test('a profile has the numbers of its screen, counted from where it is told to be', async () => {
  const times = [0, 12, 24].map((hour) => iso(startMs + hour * hourMs));
  const { body } = await server.call(profiles.surveys, { pointId: casing, times }, token);
  const drawn = await shown(casing, 'adm-profile', { dates: 3 });
  assert.deepEqual(
    column(drawn, 2),
    body.surveys.flatMap(({ x }) => x),
  );
  assert.deepEqual(
    column(drawn, 0)?.filter((_, i) => i % 4 === 0),
    times.map((at) => Date.parse(at)),
  );
  const since = await shown(casing, 'adm-profile', { dates: 3, counted: 'period' });
  const base = await server.call(profiles.surveys, { pointId: casing, times, baseline: times[0] ?? null }, token);
  assert.deepEqual(
    column(since, 2),
    base.body.surveys.flatMap(({ x }) => x),
  );
  const plan = await shown(casing, 'adm-northeast', { dates: 2 });
  // Axis A is 30 degrees from north: 24 mm along it and 1 mm across.
  const last = plan.figures[0]?.table?.rows.find(([at, depth]) => at === startMs + 24 * hourMs && depth === 0);
  assert.ok(Math.abs(Number(last?.[2]) - (24 * Math.cos(Math.PI / 6) - Math.sin(Math.PI / 6))) < 1e-9, `${last}`);
});

test('masters, tracks and movements have the numbers of their screens', async () => {
  const times = [iso(startMs), iso(startMs + 24 * hourMs)];
  const lines = await server.call(masters.lines, { pointId: line, times }, token);
  const drawn = await shown(line, 'hsl-settlement', { dates: 2 }, { toMs: startMs + 24 * hourMs + 1 });
  assert.deepEqual(
    column(drawn, 2),
    lines.body.surveys.flatMap(({ up }) => up),
  );
  const sections = await server.call(masters.sections, { pointId: station, times }, token);
  const chords = await shown(station, 'station-chord', { dates: 2 }, { toMs: startMs + 24 * hourMs + 1 });
  assert.deepEqual(
    column(chords, 2, 1),
    sections.body.surveys.flatMap(({ convergenceMm }) => convergenceMm),
  );
  const prismId = elementOf(prisms);
  const track = await server.call(tracks.track, { pointId: prismId, ...span, columns: 300 }, token);
  const path = await shown(prismId, 'sdmpro-track');
  assert.deepEqual([column(path, 1), column(path, 2)], [track.body.north, track.body.east]);
  const moved = await server.call(
    tracks.vectors,
    { structureId: world.structureId, from: iso(startMs), to: iso(startMs + 24 * hourMs) },
    token,
  );
  const plan = await shown(prismId, 'tdm-map', {}, { toMs: startMs + 24 * hourMs + 1 });
  assert.deepEqual(
    column(plan, 4),
    moved.body.points.map(({ moved: by }) => by?.horizontal ?? null),
  );
});

test('wind, vibration and analysis have the numbers of their screens', async () => {
  const rose = await server.call(weather.windRose, { pointId: wind, ...span }, token);
  const drawn = await shown(wind, 'weather-station-chart');
  assert.deepEqual(
    drawn.figures[0]?.table?.rows.map((row) => row.slice(1)),
    rose.body.rose.counts,
  );
  const events = await server.call(waveforms.magnitudes, { pointId: vibration, ...span }, token);
  const bars = await shown(vibration, 'idm-event', { waveform: 'magnitudes' });
  assert.deepEqual(
    column(bars, 1),
    events.body.events.map(({ velocityMmS }) => velocityMmS),
  );
  assert.deepEqual(
    column(bars, 4),
    events.body.events.map(({ vectorSumMmS }) => vectorSumMmS),
  );
  const strongest = await shown(vibration, 'idm-event', { waveform: 'event' });
  assert.deepEqual(column(strongest, 0), [startMs + 5 * hourMs]);
  const lines = await shown(vibration, 'idm-event', { waveform: 'spectrum' });
  const peak = lines.figures[0]?.table?.rows.toSorted((a, b) => Number(b[1]) - Number(a[1]))[0];
  assert.ok(Math.abs(Number(peak?.[0]) - 5) < 0.06, `${peak}`);
  const spectra = await shown(vibration, 'idm-event', { waveform: 'spectra' });
  assert.equal(spectra.figures.length, 2, 'of each axis one');
  assert.equal(column(spectra, 1)?.length, 3);
  const bins = await server.call(analysis.distribution, { pointId: crack, ...span }, token);
  assert.deepEqual(column(await shown(crack, 'analysis'), 2), bins.body.histogram?.counts);
  const pairs = await server.call(
    analysis.relation,
    { pointIds: [crack], fields: ['temp', 'opening'], ...span },
    token,
  );
  const compared = await shown(crack, 'analysis', { analysis: 'relation' });
  assert.deepEqual([column(compared, 1), column(compared, 2)], [pairs.body.pairs.x, pairs.body.pairs.y]);
  const beside = await shown(crack, 'analysis', { analysis: 'relation', withPointId: wind, against: 'temp' });
  assert.equal(beside.state, 'shown');
  assert.match(beside.figures[0]?.title ?? '', /WS-1/);
  const forecast = await shown(crack, 'time-value', { model: 'linear' });
  assert.match(forecast.figures[0]?.svg ?? '', /Forecast/);
});
