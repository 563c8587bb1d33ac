import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import fc from 'fast-check';
import { defaultQuality, type FieldTests, faultsOf, type QualityConfig } from '../src/quality/config.ts';
import {
  compact,
  flagAt,
  flaggedBy,
  flagOf,
  isTrusted,
  lacksGoodValue,
  type Quality,
  quality,
  qualityOf,
  tests,
  testsOf,
} from '../src/quality/flags.ts';
import { type Arrived, compileQuality, judgeQuality, type QualityState } from '../src/quality/judge-quality.ts';

const letters: Record<Quality, string> = { 1: 'p', 2: 'n', 3: 's', 4: 'f', 9: 'm' };
const config = (field: FieldTests, rest: Partial<QualityConfig> = {}): QualityConfig => ({
  fields: { v: field },
  gap: null,
  clock: null,
  ...rest,
});
const readings = (...values: (number | null)[]): Arrived[] =>
  values.map((value, i) => ({ at: i * hourMs, receivedAt: i * hourMs, values: [value] }));

/** One letter a reading (pass, not evaluated, suspect, fail, missing), with the tests that found something. */
function story(over: QualityConfig, arrived: readonly Arrived[], keys: readonly string[] = ['v']): string {
  const compiled = compileQuality(over, keys, 3600);
  let state: QualityState | null = null;
  return arrived
    .map((reading) => {
      const judged = judgeQuality(compiled, state, reading);
      state = JSON.parse(JSON.stringify(judged.state)) as QualityState;
      return keys
        .map((_, i) => flagAt(judged.flags, reading.values, i))
        .map((flag) => [letters[qualityOf(flag)], ...testsOf(flag)].join(':'))
        .join('/');
    })
    .join(' ');
}
const run = (field: FieldTests, ...values: (number | null)[]) => story(config(field), readings(...values));

test('flags are a quality and bits of tests', () => {
  const flag = flagOf(quality.suspect, tests.spike | tests.person);
  assert.equal(flag, 3 + 16 * 66);
  assert.ok(flagOf(quality.missing, 127) <= 32_767, 'fits two bytes');
  assert.equal(qualityOf(flag), quality.suspect);
  assert.deepEqual(testsOf(flag), ['spike', 'person']);
  assert.equal(flagAt(null, [1, null], 0), quality.pass);
  assert.equal(flagAt(null, [1, null], 1), quality.missing);
  assert.deepEqual([1, 2, 3, 4, 9].map(isTrusted), [true, true, true, false, false]);
  assert.equal(compact([1, 9], [5, null]), null);
  assert.deepEqual(compact([1 + 16 * 16, 9], [5, null]), [257, 9]);
});

test("a person's verdict keeps what the tests found, and can be taken back", () => {
  const values = [5, null, 7];
  const flags = flaggedBy(null, values, [0, 1], quality.fail);
  assert.deepEqual(flags, [flagOf(quality.fail, tests.person), quality.missing, quality.pass]);
  const spike = [flagOf(quality.fail, tests.spike), 9, 1];
  assert.deepEqual(flaggedBy(spike, values, [0], quality.pass), [
    flagOf(quality.pass, tests.spike | tests.person),
    9,
    1,
  ]);
  assert.equal(flaggedBy(null, values, [9], quality.fail), null);
});

test('nothing found is no array; missing is no 0', () => {
  const compiled = compileQuality(defaultQuality, ['v', 'w'], 3600);
  const { flags, state } = judgeQuality(compiled, null, { at: 0, receivedAt: 0, values: [0, null] });
  assert.equal(flags, null);
  assert.deepEqual(state, { at: 0, fields: {} });
  assert.equal(run({}, 1, null, Number.NaN, 0), 'p m m p');
});

test('range: fail goes before suspect, bounds themselves pass', () => {
  const range = { failMin: 0, suspectMin: 10, suspectMax: 90, failMax: 100 };
  assert.equal(run({ range }, 10, 9.9, 0, -0.1, 90, 91, 101), 'p s:range s:range f:range p s:range f:range');
  assert.equal(run({ range: { failMax: 5 } }, -1e9, 5, 6), 'p p f:range');
});

const spike = { window: 5, fail: 5, confirm: 3 };

test('spike: a lone value is flagged and is no witness', () => {
  assert.equal(run({ spike }, 1, 1.1, 0.9, 50, 1, -50, 1.2), 'p p p f:spike p f:spike p');
  assert.equal(run({ spike }, 1, 50, 1, 2), 'p p p p', 'three values are needed to know better');
  assert.equal(run({ spike: { ...spike, suspect: 2 } }, 1, 1, 1, 4, 9), 'p p p s:spike f:spike');
  assert.equal(run({ spike }, 1, 1, 1, null, 50, null, 1), 'p p p m f:spike m p');
});

test('spike: a true step is accepted after consistent readings, back and forth', () => {
  assert.equal(run({ spike }, 1, 1, 1, 50, 51, 50, 50, 52), 'p p p f:spike f:spike p p p');
  assert.equal(run({ spike }, 1, 1, 1, 50, 51, 50, 1, 1, 1), 'p p p f:spike f:spike p f:spike f:spike p');
  // Two spikes of one height with a good value between them are no step.
  assert.equal(run({ spike }, 1, 1, 1, 50, 1, 50, 1, 50), 'p p p f:spike p f:spike p f:spike');
});

test('spike: a movement that goes on and on is accepted as a course', () => {
  const ramp = Array.from({ length: 12 }, (_, i) => 10 * i);
  assert.equal(run({ spike }, 0, 0, 0, ...ramp.slice(1)), `p p p f:spike f:spike${' p'.repeat(9)}`);
  assert.equal(run({ spike }, 0, 0, 0, ...ramp.slice(1, 6), 51, 50, 50), `p p p f:spike f:spike${' p'.repeat(6)}`);
  const turned = run({ spike }, 0, 0, 0, 10, 20, 30, 40, 10);
  assert.equal(turned, 'p p p f:spike f:spike p p f:spike');
  assert.equal(run({ spike }, 0, 0, 0, 10, 20, 30, 40, 900, 50, 60), 'p p p f:spike f:spike p p f:spike p p');
});

test('spike: what nobody can make sense of is accepted in the end', () => {
  const wild = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? 50 : -50));
  assert.equal(run({ spike }, 1, 1, 1, ...wild), `p p p${' f:spike'.repeat(11)} p`);
});

test('spike: after a long silence the old values are no witnesses', () => {
  const late = [...readings(1, 1, 1), { at: 100 * hourMs, receivedAt: 100 * hourMs, values: [50] }];
  assert.equal(story(config({ spike }), late), 'p p p p');
});

test('rate of change goes by the actual time', () => {
  const at = (h: number, value: number) => ({ at: h * hourMs, receivedAt: h * hourMs, values: [value] });
  const perHour = { rate: { per: 'hour', suspect: 2, fail: 10 } } as const;
  assert.equal(story(config(perHour), [at(0, 0), at(1, 2), at(2, 4.5), at(2.5, 10)]), 'p p s:rate f:rate');
  assert.equal(story(config(perHour), [at(0, 0), at(10, 20), at(20, 41)]), 'p p s:rate');
  const perDay = { rate: { per: 'day', suspect: 2 } } as const;
  assert.equal(story(config(perDay), [at(0, 0), at(12, 1), at(24, 2.1)]), 'p p s:rate');
  // 0.03 in a second would be 108 an hour; a second counts as a minute.
  assert.equal(story(config(perHour), [at(0, 0), at(1 / 3600, 0.03)]), 'p p');
});

test('rate of change: a spike or a failed range is no witness', () => {
  const both = { range: { failMax: 100 }, spike, rate: { per: 'hour', suspect: 3 } } as const;
  assert.equal(run(both, 1, 1, 1, 50, 1, 500, 1), 'p p p f:spike p f:range p');
});

test('flat line: so many readings within the tolerance', () => {
  const flat = { tolerance: 0.01, suspectCount: 3, failCount: 5 };
  assert.equal(run({ flat }, 1, 1.005, 1.01, 1, 1, 1, 2, 2, 2), 'p p s:flat s:flat f:flat f:flat p p s:flat');
  assert.equal(run({ flat: { tolerance: 0, failCount: 3 } }, 1, null, 1, null, 1, 1.0001), 'p m p m f:flat p');
  // A creep is not flat, however slow: the run is measured from end to end.
  assert.equal(run({ flat: { tolerance: 0.01, failCount: 4 } }, 0, 0.005, 0.011, 0.016, 0.022, 0.027), 'p p p p p p');
});

test('gap: marked on the first reading after it, which passes', () => {
  const at = (h: number) => ({ at: h * hourMs, receivedAt: h * hourMs, values: [1, null] });
  const over: QualityConfig = { fields: {}, gap: { factor: 1.5 }, clock: null };
  assert.equal(story(over, [at(0), at(1), at(2.5), at(4.1), at(5)], ['v', 'w']), 'p/m p/m p/m p:gap/m p/m');
});

test('clock: ahead of its arrival; late is not wrong unless the device never is', () => {
  const over = (backward: boolean): QualityConfig => ({ fields: {}, gap: null, clock: { aheadSeconds: 60, backward } });
  const list = [
    { at: 0, receivedAt: 0, values: [1] },
    { at: hourMs + 60_000, receivedAt: hourMs, values: [1] },
    { at: hourMs + 61_000, receivedAt: hourMs, values: [1] },
    { at: 10, receivedAt: 2 * hourMs, values: [1] },
    { at: hourMs + 61_000, receivedAt: 2 * hourMs, values: [2] },
  ];
  assert.equal(story(over(false), list), 'p p s:clock p p');
  assert.equal(story(over(true), list), 'p p s:clock s:clock s:clock');
});

test('late: judged by its range, what needs order is not evaluated, and nothing moves', () => {
  const compiled = compileQuality(
    config({ range: { failMax: 10 }, spike, flat: { tolerance: 0, failCount: 3 } }),
    ['v'],
    3600,
  );
  const first = judgeQuality(compiled, null, { at: hourMs, receivedAt: hourMs, values: [1] });
  const late = judgeQuality(compiled, first.state, { at: 0, receivedAt: 2 * hourMs, values: [1] });
  assert.deepEqual(late.flags, [quality.notEvaluated]);
  assert.equal(late.state, first.state);
  const bad = judgeQuality(compiled, first.state, { at: hourMs, receivedAt: 2 * hourMs, values: [11] });
  assert.deepEqual(bad.flags, [flagOf(quality.fail, tests.range)]);
});

test('nodes: a star means each of them, a key of its own goes first', () => {
  const over: QualityConfig = {
    fields: { 'x*': { range: { failMax: 10 } }, x2: { range: { failMax: 100 } } },
    gap: null,
    clock: null,
  };
  const reading = { at: 0, receivedAt: 0, values: [50, 50, 50, 50, null] };
  assert.equal(story(over, [reading], ['maxX', 'x1', 'x2', 'y1', 'x3']), 'p/f:range/p/p/m');
});

test('configs that cannot be meant', () => {
  const faults = (field: FieldTests, rest: Partial<QualityConfig> = {}) =>
    faultsOf(config(field, rest)).map(({ path, fault }) => `${path} ${fault}`);
  assert.deepEqual(faults({ range: { failMin: 0, suspectMin: -1, failMax: 10 } }), [
    'fields.v.range.suspectMin suspectBeyondFail',
  ]);
  assert.deepEqual(faults({ range: { suspectMin: 5, suspectMax: 4 } }), ['fields.v.range.suspectMax outOfOrder']);
  assert.deepEqual(faults({ range: {} }), ['fields.v.range nothingTested']);
  assert.deepEqual(faults({ spike: { window: 2, confirm: 1, suspect: 5, fail: 4 } }), [
    'fields.v.spike.suspect suspectBeyondFail',
    'fields.v.spike.window windowOutOfRange',
    'fields.v.spike.confirm confirmOutOfRange',
  ]);
  assert.deepEqual(faults({ rate: { per: 'day', fail: 0 } }), ['fields.v.rate.fail notPositive']);
  assert.deepEqual(faults({ flat: { tolerance: -1, failCount: 1 } }), [
    'fields.v.flat.tolerance notPositive',
    'fields.v.flat.failCount countOutOfRange',
  ]);
  assert.deepEqual(faults({}, { gap: { factor: 1 }, clock: { aheadSeconds: -1, backward: false } }), [
    'gap.factor countOutOfRange',
    'clock.aheadSeconds notPositive',
  ]);
  assert.deepEqual(faultsOf(defaultQuality), []);
  assert.deepEqual(faults({ range: { failMin: 0, failMax: 0 }, spike, rate: { per: 'hour', suspect: 1 } }), []);
});

const someSpike = fc.record({
  window: fc.integer({ min: 3, max: 9 }),
  fail: fc.integer({ min: 1, max: 20 }),
  confirm: fc.integer({ min: 2, max: 5 }),
});
const values = fc.array(fc.option(fc.double({ min: -100, max: 100, noNaN: true }), { freq: 8 }), { maxLength: 120 });

test('property: no run of spikes is longer than 4 times its confirmation', () => {
  fc.assert(
    fc.property(someSpike, values, (over, list) => {
      const words = run({ spike: over }, ...list.filter((value) => value !== null)).split(' ');
      let length = 0;
      for (const word of words) {
        length = word === 'f:spike' ? length + 1 : 0;
        assert.ok(length < 4 * over.confirm, `${length} in a row`);
      }
    }),
  );
});

test('property: the state alone decides, and stays small', () => {
  fc.assert(
    fc.property(someSpike, values, (over, list) => {
      const compiled = compileQuality(
        config({ spike: over, rate: { per: 'hour', fail: 30 }, flat: { tolerance: 1, suspectCount: 3 } }),
        ['v'],
        3600,
      );
      let state: QualityState | null = null;
      for (const reading of readings(...list)) {
        const copy: QualityState | null = structuredClone(state);
        const judged = judgeQuality(compiled, state, reading);
        assert.deepEqual(judgeQuality(compiled, copy, reading), judged);
        assert.deepEqual(copy, state, 'what was given stays');
        if (reading.values[0] === null) assert.equal(judged.flags, null);
        state = JSON.parse(JSON.stringify(judged.state)) as QualityState;
        assert.ok(JSON.stringify(state).length < 900);
      }
    }),
    { numRuns: 200 },
  );
});

test('a reading lacks a good value when one failed or the main one is missing, whatever else it holds', () => {
  assert.equal(lacksGoodValue(null, [1, null], 0), false, 'another field may be missing');
  assert.equal(lacksGoodValue(null, [null, 12], 0), true);
  assert.equal(lacksGoodValue(null, [], 0), true);
  assert.equal(lacksGoodValue([flagOf(quality.pass), flagOf(quality.fail)], [1, 2], 0), true);
  assert.equal(lacksGoodValue([flagOf(quality.suspect), flagOf(quality.pass)], [1, 2], 0), false);
});
