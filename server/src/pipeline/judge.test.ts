import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultQuality } from '@plumbline/science/quality/config';
import { compileQuality } from '@plumbline/science/quality/judge-quality';
import fc from 'fast-check';
import { keyOf, type RuleState } from '../features/alerts/alerts/alerts.ingest.table.ts';
import type { BoundPoint } from './bind.ts';
import { type Judged, judgeAll } from './judge.ts';

const point = {
  pointId: 1,
  corporationId: 1,
  projectId: 1,
  structureId: 1,
  version: '1',
  keys: ['level'],
  corrections: [],
  options: {},
  quality: compileQuality(defaultQuality, ['level'], 60),
  remembers: false,
  watch: null,
  composites: [],
  convert: () => [],
  quantities: new Set(),
  initialOf: () => null,
  intervalSeconds: 60,
  mainIndex: 0,
  rules: [
    {
      thresholdId: 7,
      field: 'level',
      fieldIndex: 0,
      unit: 'm',
      kind: 'value',
      levels: [10, 20, 30, 40],
      needsRate: false,
      rule: {
        kind: 'value',
        method: 'upper',
        levels: [10, 20, 30, 40],
        releaseRatio: 0.95,
        releaseCount: 2,
        consecutive: 2,
      },
    },
  ],
} as const satisfies BoundPoint;

/** Runs readings through the judge in batches of the given sizes, giving ids as the store would; says what alerts then are. */
function run(values: readonly (number | null)[], sizes: readonly number[]) {
  const ruleStates = new Map<string, RuleState>();
  const alerts: { level: number; value: number; at: number; last: number; releasedAt: number | null }[] = [];
  let done = 0;
  for (let i = 0; done < values.length; i++) {
    const size = sizes[i % sizes.length]!;
    const batch = values.slice(done, done + size).map(
      (value, n): Judged => ({
        point,
        at: done + n,
        receivedAt: done + n,
        values: [value],
      }),
    );
    done += size;
    const verdicts = judgeAll(batch, ruleStates);
    for (const [key, state] of verdicts.ruleStates) ruleStates.set(key, state);
    for (const raised of verdicts.raised) {
      alerts.push({
        level: raised.alert.level,
        value: raised.alert.value,
        at: raised.alert.readingAt,
        last: raised.last?.value ?? raised.alert.value,
        releasedAt: null,
      });
      if (raised.stateKey)
        ruleStates.set(raised.stateKey, { ...ruleStates.get(raised.stateKey)!, alertId: alerts.length - 1 });
    }
    for (const { alertId, value } of verdicts.refreshed) alerts[alertId]!.last = value;
    for (const { level, at } of verdicts.falls)
      for (const alert of alerts) if (alert.level > level && alert.at < at) alert.releasedAt ??= at;
  }
  return { alerts, level: ruleStates.get(keyOf(1, 7))?.level ?? 0 };
}

test('alerts are the same however the readings fall into batches', () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant(null));
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      (values, sizes) => {
        assert.deepEqual(run(values, sizes), run(values, [1]));
      },
    ),
    { numRuns: 400 },
  );
});

test('two readings in a row raise, to the lower of them', () => {
  assert.deepEqual(run([25, 5, 25, 15], [1]).alerts, [{ level: 1, value: 15, at: 3, last: 15, releasedAt: null }]);
});
