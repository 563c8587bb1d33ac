import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '@plumbline/science/files/csv-writer';
import { curveDash } from '../src/charts/frame/curve-style.ts';
import { boundScale, heightOf, valueAt } from '../src/charts/frame/scale.ts';
import { csvRows } from '../src/features/points/charts/characteristics/csv.ts';
import { curveQueries } from '../src/features/points/charts/chart-requests.ts';

type Series = Parameters<typeof curveQueries>[0][number];
const one = (pointId: number, field: string, measure: Series['measure'] = 'value'): Series => ({
  pointId,
  field,
  measure,
});
const many = (count: number, make: (i: number) => Series) => Array.from({ length: count }, (_, i) => make(i));

test('fifty curves of a field are one request, however many points; each quantity is one', () => {
  assert.equal(curveQueries(many(50, (i) => one(i + 1, 'level'))).length, 1);
  const both = curveQueries(many(50, (i) => one((i >> 1) + 1, i % 2 ? 'level' : 'depth')));
  assert.deepEqual([both.length, both[0]?.pointIds.length, both[0]?.fields.length], [1, 25, 2]);
  const kinds = curveQueries([one(1, 'level'), one(1, 'level', 'rate'), one(2, 'level', 'rate')]);
  assert.deepEqual(kinds.map(({ quantity }) => quantity).sort(), ['rate', 'value']);
});

test('every series is asked for once, and nothing asks for more than twice of what is drawn', () => {
  const charts = [
    many(50, (i) => one(i + 1, `x${i + 1}`)),
    many(50, (i) => one(1, `x${i + 1}`)),
    many(48, (i) => one((i % 7) + 1, `f${i % 9}`, (['value', 'cumulative', 'rate'] as const)[i % 3]!)),
    [one(1, 'a'), one(2, 'b'), one(3, 'a'), one(3, 'b')],
  ].map((list) => [...new Map(list.map((each) => [JSON.stringify(each), each])).values()]);
  for (const series of charts) {
    const queries = curveQueries(series);
    for (const { pointId, field, measure } of series) {
      const answering = queries.filter(
        (query) => query.quantity === measure && query.pointIds.includes(pointId) && query.fields.includes(field),
      );
      assert.ok(answering.length >= 1, `${pointId} ${field} ${measure}`);
    }
    const curveCount = queries.reduce((sum, query) => sum + query.pointIds.length * query.fields.length, 0);
    assert.ok(curveCount <= 2 * series.length, `${curveCount} for ${series.length}`);
    for (const query of queries) assert.ok(query.pointIds.length <= 50 && query.fields.length <= 20);
  }
});

test('no two of fifty curves look the same', () => {
  const styles = Array.from({ length: 50 }, (_, i) => `${i % 8} ${JSON.stringify(curveDash(i))}`);
  assert.equal(new Set(styles).size, 50);
});

test('ends that were said hold, whatever the data; an end beyond them still leaves a height', () => {
  const scale = (bounds: { min?: number | null; max?: number | null; reversed?: boolean }) =>
    boundScale([90, 98], bounds, 4);
  assert.deepEqual([scale({ min: 0 }).min, scale({ max: 200 }).max], [0, 200]);
  const above = scale({ min: 180 });
  assert.ok(above.min === 180 && above.max > 180 && above.step > 0);
  const below = scale({ max: 5 });
  assert.ok(below.max === 5 && below.min < 5);
  const turned = scale({ min: 0, max: 10, reversed: true });
  assert.deepEqual([heightOf(turned, 0), heightOf(turned, 10), valueAt(turned, 0.25)], [1, 0, 7.5]);
  assert.ok(Math.abs(valueAt(turned, heightOf(turned, 3)) - 3) < 1e-9);
});

test('no axis runs where nothing can be: below zero of what is positive, over a hundred per cent', () => {
  const speed = boundScale([0, 8.1], undefined, 4, 'm/s');
  assert.ok(speed.min === 0 && speed.max >= 8.1, JSON.stringify(speed));
  const wet = boundScale([45, 97], undefined, 4, '%');
  assert.ok(wet.max === 100 && wet.min <= 45, JSON.stringify(wet));
  assert.ok(boundScale([45, 97], undefined, 4, 'kPa').max > 100, 'a pressure of 100 is no bound');
  const drawnDown = boundScale([-8, -0.1], undefined, 4, 'mm');
  assert.ok(drawnDown.max === 0 && drawnDown.min <= -8, JSON.stringify(drawnDown));
  const both = boundScale([-1, 8], undefined, 4, 'mm');
  assert.ok(both.min < -1 && both.max > 8);
  const level = boundScale([0, 0], undefined, 4, 'm/s');
  assert.ok(level.min < 0, 'a level line at zero is not drawn on the edge');
});

test('the values of a characteristic go out with the numbers of every export', () => {
  const row = (name: string, value: number | null) => ({
    name,
    at: value === null ? null : '2026-03-18T06:00:00Z',
    value,
  });
  const lines = csvRows([row('a,b', 0.1 + 0.2), row('=1+1', 1234.5), row('c', null)], 'Asia/Shanghai').map((cells) =>
    csvLine(cells),
  );
  assert.deepEqual(lines, ['"a,b",2026-03-18 14:00:00,0.3\r\n', "'=1+1,2026-03-18 14:00:00,1234.5\r\n", 'c,,\r\n']);
});
