/** Values of a point on paper: those that failed are none, a period lies over the one before, limits lie where they lie at its end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { ViewOptions } from '@plumbline/contract/reports/templates.views';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { figuresOfView } from './paper-views.api.ts';

const [server, world] = await openWorlds(['North'], {}, '2026-03-10T00:00:00Z');
const { token } = world.admin;
const startMs = Date.parse('2026-03-02T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** A crack with a reading at every hour from the day before the period on. */
async function crack(name: string, valueAt: (hour: number) => number): Promise<number> {
  const id = await makePoint(server, world, name, { family: 'crack', type: 2, mode: 0, interval_seconds: 3600 });
  const rows = Array.from({ length: 48 }, (_, i) => ({
    at: startMs + (i - 24) * hourMs,
    values: [valueAt(i - 24), 20],
  }));
  await seal(server, id, rows);
  return id;
}
async function figureOf(pointId: number, options: object) {
  const [point] = await namedPoints(server.db, world.projectId, [pointId]);
  assert.ok(point);
  const { figures } = await figuresOfView(
    { db: server.db, now: server.clock.now, services: { pool: server.database.pool } },
    {
      point,
      options: ViewOptions.parse(options),
      fromMs: startMs,
      toMs: startMs + dayMs,
      timeZone: 'UTC',
      language: 'en',
      hasLimits: true,
      pictureOf: async () => null,
    },
  );
  const [figure] = figures;
  assert.ok(figure);
  return figure;
}
/** Every path of a drawing as its numbers. */
const pathsOf = (svg: string | null) =>
  [...(svg ?? '').matchAll(/<(?:path|polyline)[^>]*(?: d|points)="([^"]+)"/g)].map(([, path = '']) => path);

test('a value that a person found wrong is empty in the table, and no line goes through it', async () => {
  const id = await crack('Flagged', (hour) => (hour === 5 ? 900 : 1));
  const before = await figureOf(id, { view: 'dt-data' });
  assert.equal(before.table?.rows[5]?.[1], 900);
  const flagged = await server.call(
    history.flag,
    { pointId: id, fields: ['opening'], times: [iso(startMs + 5 * hourMs)], quality: 'fail', reason: 'Spike' },
    token,
  );
  assert.equal(flagged.status, 200, JSON.stringify(flagged.body));
  const { table } = await figureOf(id, { view: 'dt-data' });
  assert.deepEqual(table?.rows[5], [startMs + 5 * hourMs, null]);
  assert.equal(table?.rows.length, 24, 'the end of the period is not in it');
  const { svg } = await figureOf(id, { view: 'time-value' });
  assert.ok(!svg?.includes('900'), 'the scale does not reach up to it');
});

test('the period before lies under this one, hour over hour', async () => {
  const id = await crack('Again', (hour) => Math.sin(((hour + 24) % 24) / 4));
  const { svg, notes } = await figureOf(id, { view: 'analysis', analysis: 'periods' });
  assert.deepEqual(notes, []);
  const curves = pathsOf(svg).filter((path) => path.length > 200);
  assert.equal(curves.length, 2, `${pathsOf(svg).length} paths`);
  assert.equal(curves[0], curves[1], 'both are the same by the hour of the day');
});

test('limits of the change lie about what a point counts from at the end of the period', async () => {
  const id = await crack('Zeroed', (hour) => (hour < 0 ? 1 : 11));
  const limit = {
    field: 'opening',
    kind: 'cumulative' as const,
    method: 'upper' as const,
    levels: [5, null, null, null],
  };
  assert.equal((await server.call(thresholds.setThresholds, { pointId: id, thresholds: [limit] }, token)).status, 200);
  await server.db.updateTable('point').set({ initial_values: '{"opening":1}' }).where('id', '=', id).execute();
  const limitIn = async () => /Blue ([\d.]+)/.exec((await figureOf(id, { view: 'time-value' })).svg ?? '')?.[1];
  assert.equal(await limitIn(), '6.000');
  const zero = { pointId: id, initials: { opening: 11 }, startAt: iso(startMs + 12 * hourMs), reason: 'Reset' };
  const zeroed = await server.call(corrections.createInitshift, zero, token);
  assert.equal(zeroed.status, 200, JSON.stringify(zeroed.body));
  assert.equal(await limitIn(), '16.000');
});
