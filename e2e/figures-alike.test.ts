/** What a reading of a point says is one thing: by the server for Home, walls and masters, by the page for heads and panels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FamilyCode, familyCodes, fieldsOf, precisionOf } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import { drawnLimits } from '@plumbline/science/limits/drawn-limits';
import { judge, type Rule } from '@plumbline/science/limits/judge';
import { lineToWatch } from '@plumbline/science/limits/limit-distances';
import fc from 'fast-check';
import { newestFigures } from '../server/src/features/points/points/points.figures.api.ts';
import { pointFigures } from '../web/src/charts/point-figures.ts';
import { formatDistance } from '../web/src/kernel/format.ts';
import { raisedFigures } from '../web/src/kernel/raised-figures.ts';

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
      // The limit of a report stands where the head says that it is.
      const now = { value: byPage.value, change: change?.amount ?? null };
      const line = lineToWatch(thresholds, key, now, drawnLimits(thresholds, key, 'value', null));
      const watched = byPage.next ?? byPage.over;
      if (line !== null && byPage.value !== null) {
        assert.equal(line.level, watched?.level);
        assert.equal(watched?.quantity, 'value');
        assert.ok(Math.abs(Math.abs(line.value - byPage.value) - (watched?.distance ?? Number.NaN)) < 1e-9);
      } else if (byPage.value !== null) assert.notEqual(watched?.quantity, 'value');
      assert.deepEqual(byServer, {
        ...byPage,
        change: change && { amount: change.amount, place: change.place },
      });
    }),
    { numRuns: 500 },
  );
});

test('property: toast, list, board, wall and page of an alert say how far past its limit the judge found a value', () => {
  fc.assert(
    fc.property(cases, ({ about, key, values, rules }) => {
      const family = about.family as FamilyCode;
      const value = values[fieldsOf(family, about.nodeCount).findIndex((field) => field.key === key)] ?? null;
      for (const rule of rules) {
        if (rule.kind !== 'value' || !rule.enabled || rule.field !== key) continue;
        const { raised } = judge(rule as Rule, null, { value, cumulative: null, rate: null });
        const { over } = pointFigures(
          {
            ...about,
            countsFrom: {},
            mode: 0,
            formulaType: 'SYSTEM_FORMULA',
            customFormula: {},
            deviceParameters: {},
          } as unknown as Point,
          key,
          values,
          [rule as unknown as Threshold],
        );
        assert.equal(raised?.level, over?.level);
        if (!raised || !over) continue;
        const figures = raisedFigures({ family, field: key, value: raised.value, threshold: raised.threshold });
        assert.equal(figures.distance, formatDistance(over.distance, precisionOf(family, key)));
        assert.equal(figures.side === 'under', raised.value < raised.threshold);
      }
    }),
    { numRuns: 500 },
  );
});
