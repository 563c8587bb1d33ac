import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Input,
  type Judgement,
  judge,
  type Level,
  levelOf,
  type Method,
  type Rule,
  type State,
  stateAfter,
} from '../src/limits/judge.ts';
import { vector } from './vectors.ts';

const rule: Rule = { kind: 'value', method: 'twoSided', levels: [10, 20, 30, 40] };
const input = (value: number | null, rate: number | null = null): Input => ({ value, cumulative: value, rate });

/** What happens at each reading, as a short word: `r2@20` raised level 2 at threshold 20, `-` released, `=` refreshed. */
function story(over: Rule, inputs: readonly Input[]): string {
  let state: State | null = null;
  const words = inputs.map((each) => {
    const result = judge(over, state, each);
    state = JSON.parse(JSON.stringify(result.state)) as State;
    if (result.raised) return `r${result.raised.level}@${result.raised.threshold}`;
    return result.released ? '-' : result.refreshed ? '=' : `${result.state.level}`;
  });
  return words.join(' ');
}
const run = (over: Rule, ...values: (number | null)[]) =>
  story(
    over,
    values.map((value) => input(value)),
  );

test('levels agree with the vectors', () => {
  interface In {
    value: number;
    thresholds_1_4: number[];
    mode: 'two_sided' | 'upper' | 'lower';
  }
  for (const { in: i, out } of vector<In, { level: number }>('alert_levels').cases) {
    assert.equal(levelOf(i.value, i.thresholds_1_4, i.mode === 'two_sided' ? 'twoSided' : i.mode), out.level);
  }
});

test('levels that are not set are skipped but keep their number', () => {
  assert.deepEqual(
    [5, 10, 25, 30, 99].map((x) => levelOf(x, [10, null, 30, null], 'upper')),
    [0, 1, 1, 3, 3],
  );
  assert.equal(levelOf(99, [], 'upper'), 0);
  assert.equal(levelOf(Number.NaN, [1, 2, 3, 4], 'twoSided'), 0);
});

test('rises at once by default, refreshes, steps down and releases with hysteresis', () => {
  assert.equal(run(rule, 5, 10, 12, 25, 21), '0 r1@10 = r2@20 =');
  assert.equal(run(rule, 11, 9.6, 9.4, 9.6, 9.4, 9.4, 9.4), 'r1@10 1 1 1 1 - 0');
  assert.equal(run(rule, 45, 31, 31, 31, 0, 0), 'r4@40 4 3 = 3 -');
  assert.equal(run(rule, 11, null, 0, null, 0), 'r1@10 1 1 1 -');
  assert.equal(run(rule, 0, 30, 0, 0, 30), '0 r3@30 3 - r3@30');
});

test('a threshold carries the sign of the side that was crossed', () => {
  assert.equal(run(rule, -12), 'r1@-10');
  assert.equal(run({ ...rule, method: 'lower' }, -12), 'r1@-10');
  assert.equal(run({ ...rule, method: 'lower' }, 50), '0');
  assert.equal(run({ ...rule, method: 'upper' }, -50, 50), '0 r4@40');
});

test('consecutive readings: the lowest level of the run is raised, and the run goes on', () => {
  const three: Rule = { ...rule, consecutive: 3 };
  assert.equal(run(three, 11, 11, 11), '0 0 r1@10');
  assert.equal(run(three, 11, 11, 5, 11, 11, 25), '0 0 0 0 0 r1@10');
  assert.equal(run(three, 35, 25, 45), '0 0 r2@20');
  assert.equal(run(three, 11, 35, 35, 35, 35), '0 0 r1@10 1 r3@30');
  assert.equal(run(three, 11, 11, null, 11), '0 0 0 r1@10');
});

test('cumulative and rate; what the rule does not compare is not looked at', () => {
  const only: Input = { value: null, cumulative: 25, rate: -33 };
  assert.deepEqual(judge({ ...rule, kind: 'cumulative' }, null, only).raised, {
    level: 2,
    value: 25,
    threshold: 20,
    measure: 'cumulative',
  });
  assert.deepEqual(judge({ ...rule, kind: 'rate' }, null, only).raised, {
    level: 3,
    value: -33,
    threshold: -30,
    measure: 'rate',
  });
  assert.deepEqual(judge(rule, null, only), { state: { level: 0, pendingLevel: 0, pendingCount: 0, releaseCount: 0 } });
});

test('two measures at once: and takes the lower level, or the higher', () => {
  const both: Rule = { ...rule, kind: 'multi', rate: { method: 'upper', levels: [1, 2, 3, 4] } };
  assert.deepEqual(judge(both, null, input(35, 1.5)).raised, { level: 1, value: 1.5, threshold: 1, measure: 'rate' });
  assert.deepEqual(judge({ ...both, combine: 'or' }, null, input(35, 1.5)).raised, {
    level: 3,
    value: 35,
    threshold: 30,
    measure: 'value',
  });
  assert.deepEqual(
    judge({ ...both, combine: 'or', base: 'cumulative' }, null, { value: 0, cumulative: -35, rate: 1 }).raised,
    {
      level: 3,
      value: -35,
      threshold: -30,
      measure: 'cumulative',
    },
  );
  // `and` needs both, `or` can rise on one but does not release while the other is unknown.
  assert.equal(story(both, [input(35), input(null, 3)]), '0 0');
  const or: Rule = { ...both, combine: 'or' };
  assert.equal(story(or, [input(35), input(0), input(0), input(0, 0), input(0, 0)]), 'r3@30 3 3 3 -');
});

const number = fc.oneof(fc.constant(null), fc.double({ min: -60, max: 60, noNaN: true }));
const rules: fc.Arbitrary<Rule> = fc
  .record({
    kind: fc.constantFrom<Rule['kind']>('value', 'cumulative', 'rate', 'multi'),
    method: fc.constantFrom<Method>('twoSided', 'upper', 'lower'),
    levels: fc.array(fc.option(fc.integer({ min: 1, max: 50 }), { freq: 4 }), { minLength: 4, maxLength: 4 }),
    combine: fc.constantFrom<'and' | 'or'>('and', 'or'),
    releaseCount: fc.integer({ min: 1, max: 4 }),
    consecutive: fc.integer({ min: 1, max: 5 }),
  })
  .map((made) => {
    const set = made.levels.filter((x) => x !== null).sort((a, b) => a - b);
    const levels = made.levels.map((x) => (x === null ? null : (set.shift() as number)));
    return { ...made, levels, rate: { method: made.method, levels } };
  });
const inputs = fc.array(fc.record({ value: number, cumulative: number, rate: number }), { maxLength: 60 });

test('property: the state alone decides, levels stay in range, raised levels rise and were reached', () => {
  fc.assert(
    fc.property(rules, inputs, (over, history) => {
      let state = null as State | null;
      for (const each of history) {
        const level: Level = state?.level ?? 0;
        const frozen: State | null = Object.freeze(structuredClone(state));
        const result: Judgement = judge(over, frozen, each);
        assert.deepEqual(judge(over, structuredClone(frozen), each), result);
        if (result.raised) {
          assert.ok(result.raised.level > level && result.state.level === result.raised.level);
          const { value, threshold } = result.raised;
          assert.ok(Math.sign(threshold) === Math.sign(value) && Math.abs(value) >= Math.abs(threshold));
        } else assert.ok(result.state.level <= level);
        assert.equal(result.released === true, level > 0 && result.state.level === 0);
        assert.ok(result.state.level >= 0 && result.state.level <= 4);
        state = result.state;
      }
    }),
    { numRuns: 500 },
  );
});

test('property: after `releaseCount` quiet readings nothing is on, after `consecutive` high ones the top level is', () => {
  fc.assert(
    fc.property(rules, inputs, (over, history) => {
      fc.pre(over.levels[3] !== null);
      let state: State | null = null;
      for (const each of history) state = judge(over, state, each).state;
      for (let i = 0; i < (over.releaseCount ?? 2); i++)
        state = judge(over, state, { value: 0, cumulative: 0, rate: 0 }).state;
      assert.equal(state?.level ?? 0, 0);
      const high = over.method === 'lower' ? -1000 : 1000;
      for (let i = 0; i < (over.consecutive ?? 1); i++) {
        state = judge(over, state, { value: high, cumulative: high, rate: high }).state;
      }
      assert.equal(state?.level, 4);
    }),
    { numRuns: 500 },
  );
});

test('property: a state that is told from one reading and the level is the one that the whole series gives', () => {
  const known = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 50 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const count = fc.integer({ min: 1, max: 4 });
  let found = 0;
  fc.assert(
    fc.property(
      fc.constantFrom<Rule['kind']>('value', 'multi'),
      fc.constantFrom<'and' | 'or'>('and', 'or'),
      fc.record({ consecutive: count, releaseCount: count, releaseRatio: fc.constantFrom(0.6, 0.95, 1) }),
      fc.array(fc.tuple(known, known), { maxLength: 60 }),
      (kind, combine, counts, readings) => {
        const over: Rule = {
          ...rule,
          kind,
          method: 'upper',
          combine,
          rate: { method: 'upper', levels: [15, 25, null, 45] },
          ...counts,
        };
        let state: State | null = null;
        for (const [value, rate] of readings) {
          const given = input(value, rate);
          state = judge(over, state, given).state;
          const after = stateAfter(over, state.level, given);
          if (after === null) continue;
          found++;
          assert.deepEqual(after, state);
        }
      },
    ),
    { numRuns: 1000 },
  );
  assert.ok(found > 1000, `${found} states`);
});
