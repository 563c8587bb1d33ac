/** What a reading of a point says is one thing: by the server for Home, walls and masters, by the page for heads and panels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FamilyCode, familyCodes, fieldsOf } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import fc from 'fast-check';
import { newestFigures } from '../server/src/features/points/points/points.figures.api.ts';
import { pointFigures } from '../web/src/charts/point-figures.ts';

const value = fc.option(fc.double({ min: -100, max: 100, noNaN: true }), { nil: null });
const levels = fc.tuple(value, value, value, value);

/** A point of any family with a reading, what its fields count from, and limits on one of them. */
const cases = fc
  .record({
    family: fc.constantFrom(...familyCodes.filter((code) => fieldsOf(code, 1).length > 0)),
    nodeCount: fc.integer({ min: 1, max: 4 }),
    type: fc.constantFrom(0, 1, 2),
    depthM: fc.option(fc.double({ min: 0, max: 20, noNaN: true }), { nil: null }),
    parameters: fc.record({ segmentMm: fc.constantFrom(500, 1000), fixedEnd: fc.constantFrom(0, 1) }),
  })
  .chain((about) => {
    const keys = fieldsOf(about.family as FamilyCode, about.nodeCount).map(({ key }) => key);
    const initial = fc.dictionary(fc.constantFrom(...keys), fc.double({ min: -50, max: 50, noNaN: true }));
    const rule = fc.record({
      field: fc.constantFrom(...keys),
      kind: fc.constantFrom('value', 'cumulative', 'rate', 'multi'),
      base: fc.constantFrom('value', 'cumulative'),
      method: fc.constantFrom('upper', 'lower', 'twoSided'),
      levels,
      rateLevels: fc.constant(null),
      enabled: fc.boolean(),
    });
    return fc.record({
      about: fc.constant(about),
      key: fc.constantFrom(...keys),
      values: fc.array(value, { minLength: keys.length, maxLength: keys.length }),
      countsFrom: initial,
      rules: fc.array(rule, { maxLength: 3 }),
    });
  });

test('property: the server and the page give the same figures of a reading', () => {
  fc.assert(
    fc.property(cases, ({ about, key, values, countsFrom, rules }) => {
      const point = {
        ...about,
        countsFrom,
        mode: 0,
        formulaType: 'DEFAULT',
        customFormula: {},
        deviceParameters: {},
        latest: { at: '2026-03-01T00:00:00Z', receivedAt: '2026-03-01T00:00:00Z', values },
      } as unknown as Point;
      const thresholds = rules as unknown as Threshold[];
      const { limits: _, ...byServer } = newestFigures(point, key, thresholds);
      const { change, ...byPage } = pointFigures(point, key, values, thresholds);
      assert.deepEqual(byServer, {
        ...byPage,
        change: change && { amount: change.amount, place: change.place },
      });
    }),
    { numRuns: 500 },
  );
});
