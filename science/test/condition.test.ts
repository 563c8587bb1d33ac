import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '@plumbline/contract/kernel/durations';
import {
  type Checkpoint,
  type ConditionRule,
  evaluate,
  nextCheckpoints,
  resumeFrom,
  type Transition,
  thinCheckpoints,
} from '../src/limits/condition.ts';
import type { Series, Term, TermData } from '../src/limits/condition-terms.ts';
import { lookbackOf } from '../src/limits/condition-terms.ts';
import { isTooDeep, reachesCount, type Tree, type Truth, truthOf } from '../src/limits/truth.ts';
import { changeOf } from '../src/series/changes.ts';
import { completenessOf } from '../src/series/rates.ts';

const above = (high: number, deadBand = 0) => ({ side: 'above' as const, low: null, high, deadBand });
const value = (high: number, more: object = {}): Term => ({
  kind: 'value',
  bounds: above(high),
  consecutive: 1,
  maxAgeMs: 30 * minuteMs,
  ...more,
});
const one = (term: Term, more: Partial<ConditionRule> = {}): ConditionRule => ({
  terms: [term],
  tree: { term: 0 },
  raiseDelayMs: 0,
  clearDelayMs: 0,
  ...more,
});
const seriesOf = (...readings: readonly (readonly [number, number])[]): Series => ({
  times: readings.map(([at]) => at * minuteMs),
  values: readings.map(([, each]) => each),
});
const data = (...all: Series[]): TermData[] => all.map((series) => ({ series }));
/** What it did, in minutes. */
const done = (transitions: readonly Transition[]) => transitions.map(({ kind, at }) => `${kind} ${at / minuteMs}`);
const run = (rule: ConditionRule, given: readonly TermData[], toMinute: number) =>
  evaluate(rule, given, { startAt: 0, toMs: toMinute * minuteMs });

test('three-valued groups: what is unknown decides nothing, and is never false', () => {
  const all: Truth[] = [true, false, null];
  for (const a of all)
    for (const b of all) {
      const and = a === false || b === false ? false : a === null || b === null ? null : true;
      const or = a === true || b === true ? true : a === null || b === null ? null : false;
      assert.equal(truthOf({ all: [{ term: 0 }, { term: 1 }] }, [a, b]), and, `${a} and ${b}`);
      assert.equal(truthOf({ any: [{ term: 0 }, { term: 1 }] }, [a, b]), or, `${a} or ${b}`);
    }
  assert.equal(reachesCount(2, [true, null, false]), null);
  assert.equal(reachesCount(2, [true, null, true]), true);
  assert.equal(reachesCount(2, [false, null, false]), false);
  const tree: Tree = { all: [{ term: 0 }, { any: [{ term: 1 }, { count: 2, of: [{ term: 2 }, { term: 3 }] }] }] };
  assert.equal(truthOf(tree, [true, false, true, null]), null);
  assert.equal(isTooDeep(tree), false);
  assert.equal(isTooDeep({ all: [{ all: [{ all: [{ all: [{ term: 0 }] }] }] }] }), true);
});

test('a value raises at its bound, is left beyond its dead band, and is unknown when it is too old', () => {
  const rule = one(value(10, { bounds: above(10, 2) }));
  const { transitions, state, spans } = run(rule, data(seriesOf([0, 9], [10, 10], [20, 8.5], [30, 8], [40, 9])), 100);
  assert.deepEqual(done(transitions), ['raise 10', 'clear 30']);
  assert.equal(state.truth, null, 'nothing came for more than half an hour');
  assert.equal(state.sinceAt, 70 * minuteMs + 1);
  assert.deepEqual(
    [spans.true / minuteMs, spans.false / minuteMs, spans.unknown / minuteMs].map(Math.round),
    [20, 50, 30],
  );
});

test('readings in a row, and a gap begins them anew', () => {
  const rule = one(value(10, { consecutive: 3 }));
  const rows = [
    [0, 11],
    [10, 11],
    [20, 9],
    [30, 11],
    [40, 11],
    [90, 11],
    [100, 11],
    [110, 11],
  ] as const;
  assert.deepEqual(done(run(rule, data(seriesOf(...rows)), 120).transitions), ['raise 110']);
});

test('doubt interrupts the way to normal and not the way to an alert', () => {
  const delayed = one(value(10), { raiseDelayMs: 60 * minuteMs, clearDelayMs: 60 * minuteMs });
  // Over from 0; unknown from 31 to 50; over again: the hour counts from 0.
  const up = [
    [0, 11],
    [50, 11],
    [70, 11],
  ] as const;
  assert.deepEqual(done(run(delayed, data(seriesOf(...up)), 90).transitions), ['raise 60']);
  // Below from 70; unknown from 101 to 120; below again: the hour counts from 120.
  const down = [...up, [75, 9], [120, 9], [140, 9], [165, 9], [185, 9]] as const;
  const { transitions } = run(delayed, data(seriesOf(...down)), 200);
  assert.deepEqual(done(transitions), ['raise 60', 'clear 180']);
  // While it is unknown it does neither.
  const silent = run(delayed, data(seriesOf(...up)), 10_000);
  assert.deepEqual([done(silent.transitions), silent.state.raisedAt], [['raise 60'], 60 * minuteMs]);
});

test('rate, change, difference, sum, silence and tangent angle measure what they say', () => {
  const span = { spanMs: 60 * minuteMs };
  const at = (result: ReturnType<typeof run>) => result.state.terms[0]?.value;
  const rate = one({ ...value(0), kind: 'rate', ...span } as Term);
  // 60 min before 70 lies halfway between 0 and 20: (5 - 1) / h.
  assert.equal(at(run(rate, data(seriesOf([0, 0], [20, 2], [70, 5])), 70)), (5 - 1) * 24);
  assert.equal(run(rate, data(seriesOf([0, 0], [50, 5])), 50).state.truth, null, 'no hour of readings yet');
  const tangent = one({ ...value(80), kind: 'tangent', uniformRate: 96, ...span } as Term);
  assert.ok(Math.abs((at(run(tangent, data(seriesOf([0, 0], [20, 2], [70, 5])), 70)) ?? 0) - 45) < 1e-9);
  const change = one({ ...value(3), kind: 'change' } as Term);
  const base = { atMs: -dayMs, value: 1 };
  assert.deepEqual(done(run(change, [{ series: seriesOf([0, 3], [10, 4]), base }], 20).transitions), ['raise 10']);
  assert.equal(run(change, [{ series: seriesOf([0, 9]), base: null }], 20).state.truth, null);
  const difference = one({ ...value(2), kind: 'difference' } as Term);
  const two = [{ series: seriesOf([0, 5], [20, 8]), other: seriesOf([10, 4], [25, 7]) }];
  assert.deepEqual(done(run(difference, two, 50).transitions), ['raise 20', 'clear 25']);
  assert.equal(run(difference, two, 51).state.truth, null, 'one of both is too old');
  const silence = one({ kind: 'silence', ...span });
  assert.deepEqual(done(run(silence, data(seriesOf([10, 1], [80, 1])), 200).transitions), [
    'raise 70',
    'clear 80',
    'raise 140',
  ]);
  assert.deepEqual(done(run(silence, data(seriesOf()), 100).transitions), ['raise 60'], 'nothing ever came');
});

test('rate, change, difference and inverse velocity of a magnitude are those of its vector', () => {
  const span = { spanMs: 60 * minuteMs };
  const change = changeOf(['horizontal', 'dx', 'dy'], 'horizontal');
  /** [minute, north, east] */
  const walk = (...places: readonly (readonly [number, number, number])[]): Series => {
    const sizes = places.map(([, north, east]) => Math.hypot(north, east));
    const columns = [places.map(([, north]) => north), places.map(([, , east]) => east), sizes];
    return { times: places.map(([at]) => at * minuteMs), values: sizes, changing: { change, columns } };
  };
  const measured = (term: object, given: TermData, to: number) =>
    run(one({ ...value(0), ...term } as Term), [given], to).state.terms[0]?.value ?? Number.NaN;
  // From 10 north to 10 east: the size is the same all the way.
  const turned = walk([0, 10, 0], [60, 0, 10]);
  const moved = Math.hypot(10, 10);
  assert.ok(Math.abs(measured({ kind: 'rate', ...span }, { series: turned }, 60) - moved * 24) < 1e-9);
  const base = { atMs: 0, value: 10, values: [10, 0, 10] };
  assert.ok(Math.abs(measured({ kind: 'change' }, { series: turned, base }, 60) - moved) < 1e-9);
  const other = walk([0, 10, 0], [60, 0, -10]);
  assert.ok(Math.abs(measured({ kind: 'difference' }, { series: turned, other }, 60) - 20) < 1e-9);
  // A slope that quickens past the place that it counts from, so that the size shrinks first: it fails all the same.
  const creep = Array.from({ length: 91 }, (_, t) => [t * 60, -10 * Math.log(1 - t / 100) - 15, 0] as const);
  const failure = { kind: 'failure', spanMs: 24 * hourMs, minR2: 0.9, maxAgeMs: 2 * hourMs };
  assert.ok(Math.abs(measured(failure, { series: walk(...creep) }, 90 * 60) - 10) < 1.5);
});

test('a sum of rain is reached by what was measured, and unknown where a hole could hide the rest', () => {
  const rain = one({ ...value(30, { maxAgeMs: 20 * minuteMs }), kind: 'sum', spanMs: 60 * minuteMs } as Term);
  const steady = Array.from({ length: 30 }, (_, i) => [(i - 9) * 10, 1] as const);
  assert.equal(run(rain, data(seriesOf(...steady)), 60).state.terms[0]?.value, 6);
  assert.equal(run(rain, data(seriesOf(...steady)), 60).state.truth, false);
  const holed = steady.filter(([at]) => at < 30 || at > 60);
  assert.equal(run(rain, data(seriesOf(...holed)), 90).state.truth, null);
  assert.equal(run(rain, data(seriesOf(...holed)), 130).state.truth, false, 'the hole has left the window');
  const heavy = [...steady.filter(([at]) => at <= 0), [10, 28]] as const;
  const { transitions } = run(rain, data(seriesOf(...heavy)), 200);
  assert.deepEqual(done(transitions), ['raise 10'], 'it leaves the window while nothing comes: unknown, not clear');
});

test('the farthest of several: what is missing beside it may hide more, and never less', () => {
  const rule = one(value(10));
  const joints: Series = {
    ...seriesOf([0, 9], [10, 9], [20, 11], [30, 12]),
    places: [4, 4, 5, 6],
    partial: [0, 1, 1, 0],
  };
  const { transitions, state } = run(rule, [{ series: joints }], 40);
  assert.deepEqual(done(transitions), ['raise 20']);
  assert.deepEqual(transitions[0]?.terms[0]?.place, 5);
  assert.equal(state.terms[0]?.place, 6);
  assert.equal(run(rule, [{ series: joints }], 15).state.truth, null, 'a joint is missing that may be beyond it');
  assert.equal(run(rule, [{ series: joints }], 5).state.truth, false);
});

test('an event counts for its span; that there is none is known while the sensor reports', () => {
  const rule = one({ ...value(100), kind: 'event', spanMs: 60 * minuteMs } as Term);
  const events: Series = { ...seriesOf([10, 50], [20, 120]), places: [8, 31] };
  const alive = seriesOf([0, 1], [20, 1], [40, 1], [60, 1], [90, 1]);
  const { transitions, state } = run(rule, [{ series: events, other: alive }], 200);
  assert.deepEqual(done(transitions), ['raise 20', 'clear 80']);
  assert.deepEqual([transitions[0]?.terms[0]?.place, transitions[0]?.terms[0]?.value], [31, 120]);
  assert.equal(state.truth, null, 'nothing is heard of it any more');
  const silent = run(rule, [{ series: events, other: seriesOf() }], 30);
  assert.equal(silent.state.truth, true, 'what happened has happened');
});

test('data completeness is what completenessOf counts up to half an interval ago, at every moment', () => {
  const roll = dice(3);
  const interval = 10 * minuteMs;
  const spanMs = 3 * hourMs;
  const times: number[] = [];
  for (
    let at = -5 * hourMs;
    at < 12 * hourMs;
    at += interval * (0.9 + roll() * 0.2 + (roll() < 0.1 ? 1 + roll() * 6 : 0))
  )
    times.push(Math.round(at));
  const series = { times, values: times.map(() => 1) };
  const term: Term = {
    kind: 'completeness',
    consecutive: 1,
    maxAgeMs: minuteMs,
    spanMs,
    intervalMs: interval,
    bounds: { side: 'below', low: 70, high: null, deadBand: 0 },
  };
  const share = (at: number): number => {
    const [fromMs, toMs] = [at - interval / 2 - spanMs, at - interval / 2];
    const inside = times.filter((time) => time >= fromMs && time <= toMs);
    const { expected, missing } = completenessOf(inside, { fromMs, toMs, intervalMs: interval });
    return ((expected - missing) / expected) * 100;
  };
  const moments = Array.from({ length: 3000 }, () => Math.round(roll() * 12 * hourMs)).sort((a, b) => a - b);
  const { checkpoints, transitions } = evaluate(one(term), [{ series }], { startAt: 0, toMs: 12 * hourMs }, moments);
  for (const { at, state } of checkpoints) {
    assert.equal(state.truth, share(at) <= 70, `${at}`);
    assert.equal(state.terms[0]?.value, share(at), `${at}`);
  }
  assert.ok(transitions.length > 2 && checkpoints.length > 2900, `${transitions.length} ${checkpoints.length}`);
});

test('inverse velocity: the hours that are left, none where nothing quickens, unknown where there is a hole', () => {
  const hours = (list: readonly (readonly [number, number])[]) =>
    seriesOf(...list.map(([at, v]) => [at * 60, v] as const));
  const term = { ...value(0, { maxAgeMs: 2 * hourMs }), kind: 'failure', spanMs: 24 * hourMs, minR2: 0.9 } as Term;
  const rule = one({ ...term, bounds: { side: 'below', low: 50, high: null, deadBand: 0 } } as Term);
  // Fukuzono: v = 10 / (t_f - t), so s = -10 ln(1 - t / t_f), with t_f at hour 100.
  const creep = Array.from({ length: 99 }, (_, t) => [t, -10 * Math.log(1 - t / 100)] as const);
  const { transitions, state } = run(rule, [{ series: hours(creep) }], 90 * 60);
  assert.equal(transitions.length, 1);
  const at = (transitions[0]?.at ?? 0) / hourMs;
  assert.ok(Math.abs(at - 50) <= 2, `raised at hour ${at}`);
  assert.ok(Math.abs((state.terms[0]?.value ?? 0) - 10) < 1.5, `${state.terms[0]?.value} h are left`);
  const settling = run(rule, [{ series: hours(creep.map(([t, v]) => [t, -v] as const)) }], 90 * 60);
  assert.deepEqual(
    settling.transitions.map(({ at: when }) => when),
    transitions.map(({ at: when }) => when),
  );
  const steady = run(rule, [{ series: hours(creep.map(([t]) => [t, t] as const)) }], 90 * 60);
  assert.deepEqual([steady.state.truth, steady.state.terms[0]?.value, steady.transitions.length], [false, null, 0]);
  const slowing = run(rule, [{ series: hours(creep.map(([t]) => [t, Math.sqrt(t)] as const)) }], 90 * 60);
  assert.equal(slowing.state.truth, false);
  const roll = dice(9);
  const noise = run(rule, [{ series: hours(creep.map(([t]) => [t, roll()] as const)) }], 90 * 60);
  assert.deepEqual([noise.state.truth, noise.transitions.length], [false, 0], 'what fits no line foretells nothing');
  const holed = creep.filter(([t]) => t < 70 || t > 75);
  assert.equal(run(rule, [{ series: hours(holed) }], 90 * 60).state.truth, null);
  assert.equal(run(rule, [{ series: hours(creep.slice(0, 12)) }], 11 * 60).state.truth, null, 'no day of readings yet');
});

test('a status holds until it changes, and is unknown before anything is known of it', () => {
  const rule = one({ kind: 'status' });
  const { transitions } = run(rule, data(seriesOf([-500, 0], [30, 1], [50, 0])), 100);
  assert.deepEqual(done(transitions), ['raise 30', 'clear 50']);
  assert.equal(run(rule, data(seriesOf()), 100).state.truth, null);
  assert.deepEqual(done(run(rule, data(seriesOf([-500, 1])), 100).transitions), ['raise 0']);
});

test('what lies further back than it looks changes nothing', () => {
  const rule = one({ ...value(3, { maxAgeMs: 20 * minuteMs }), kind: 'sum', spanMs: 60 * minuteMs } as Term);
  const [lookback] = rule.terms.map(lookbackOf);
  assert.equal(lookback, 80 * minuteMs);
  const near = Array.from({ length: 20 }, (_, i) => [(i - 8) * 10, 0.1] as const);
  const far = [...Array.from({ length: 50 }, (_, i) => [(i - 58) * 10, 9] as const), ...near];
  assert.deepEqual(run(rule, data(seriesOf(...far)), 100), run(rule, data(seriesOf(...near)), 100));
});

/** Numbers that look random and are the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

interface Arrival {
  readonly term: number;
  readonly other: boolean;
  readonly at: number;
  readonly value: number;
  /** Of a value with others beside it that are missing. */
  readonly partial: number;
  /** When it came, ms. */
  readonly receivedAt: number;
}

const termKinds = [
  'value',
  'change',
  'difference',
  'rate',
  'tangent',
  'sum',
  'silence',
  'completeness',
  'failure',
  'event',
  'status',
] as const satisfies readonly Term['kind'][];
const hasOther = ({ kind }: Term): boolean => kind === 'difference' || kind === 'event';

function randomRule(roll: () => number): ConditionRule {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T;
  const measured = () => ({
    bounds: { side: pick(['above', 'below', 'outside'] as const), low: 3, high: 7, deadBand: pick([0, 1]) },
    consecutive: pick([1, 1, 2, 3]),
    maxAgeMs: pick([15, 30, 90]) * minuteMs,
  });
  const spanMs = () => pick([20, 60, 240]) * minuteMs;
  const terms = Array.from({ length: 1 + Math.floor(roll() * 4) }, (): Term => {
    const kind = pick(termKinds);
    if (kind === 'silence') return { kind, spanMs: spanMs() };
    if (kind === 'status') return { kind };
    if (kind === 'event') return { kind, ...measured(), spanMs: spanMs() };
    if (kind === 'failure') return { kind, ...measured(), spanMs: spanMs(), minR2: 0.3 };
    if (kind === 'completeness') {
      const bounds = { side: 'below' as const, low: pick([50, 90]), high: null, deadBand: pick([0, 5]) };
      return {
        kind,
        bounds,
        consecutive: 1,
        maxAgeMs: minuteMs,
        spanMs: 4 * hourMs,
        intervalMs: pick([10, 13, 60]) * minuteMs,
      };
    }
    if (kind === 'rate' || kind === 'sum') return { kind, ...measured(), spanMs: spanMs() };
    if (kind === 'tangent') return { kind, ...measured(), spanMs: spanMs(), uniformRate: 20 };
    return { kind, ...measured() };
  });
  const leaves = terms.map((_, term): Tree => ({ term }));
  const tree = pick<Tree>([{ all: leaves }, { any: leaves }, { count: Math.ceil(terms.length / 2), of: leaves }]);
  return { terms, tree, raiseDelayMs: pick([0, 0, 25]) * minuteMs, clearDelayMs: pick([0, 10, 60]) * minuteMs };
}

function randomArrivals(rule: ConditionRule, roll: () => number): Arrival[] {
  const arrivals: Arrival[] = [];
  for (const [term, each] of rule.terms.entries())
    for (const other of hasOther(each) ? [false, true] : [false])
      for (
        let at = -5 * hourMs;
        at < 2 * dayMs;
        at += (4 + Math.floor(roll() * 12) + (roll() < 0.03 ? 200 : 0)) * minuteMs
      ) {
        const late = roll() < 0.15 ? roll() * (roll() < 0.3 ? 30 * hourMs : hourMs) : roll() * 3 * minuteMs;
        const drawn = Math.round(roll() * 1e7) / 1e6;
        // A slope that quickens, with noise; a status is one of two.
        const creep = (200 / (2.2 * dayMs - Math.max(0, at))) * hourMs + drawn / 1e4;
        const value = each.kind === 'status' ? Math.round(drawn / 10) : each.kind === 'failure' ? creep : drawn;
        const reading = { term, other, at: Math.round(at), value, partial: roll() < 0.2 ? 1 : 0 };
        arrivals.push({ ...reading, receivedAt: at + late });
        // Doubled: it comes once more, later.
        if (roll() < 0.05) arrivals.push({ ...reading, receivedAt: at + late + roll() * hourMs });
      }
  return arrivals.sort((a, b) => a.receivedAt - b.receivedAt);
}

function dataOf(rule: ConditionRule, arrivals: readonly Arrival[]): TermData[] {
  const series = (term: number, other: boolean): Series => {
    const own = new Map(
      arrivals.filter((each) => each.term === term && each.other === other).map((each) => [each.at, each]),
    );
    const sorted = [...own.values()].sort((a, b) => a.at - b.at);
    return {
      times: sorted.map(({ at }) => at),
      values: sorted.map(({ value: v }) => v),
      ...(rule.terms[term]?.kind === 'value' && {
        places: sorted.map(({ value: v }) => v * 10),
        partial: sorted.map(({ partial }) => partial),
      }),
    };
  };
  return rule.terms.map((each, term) => ({
    series: series(term, false),
    ...(hasOther(each) && { other: series(term, true) }),
    ...(each.kind === 'change' && { base: { atMs: -4 * hourMs, value: 2 } }),
  }));
}

test('in whatever order readings arrive, doubled or days late, what remains is what the ordered series gives', () => {
  const rounds = Number(process.env['PROPERTY_RUNS'] ?? 60);
  let raises = 0;
  let resumed = 0;
  for (let seed = 1; seed <= rounds; seed++) {
    const roll = dice(seed);
    const rule = randomRule(roll);
    const arrivals = randomArrivals(rule, roll);
    const endMs = 4 * dayMs;
    const ordered = evaluate(rule, dataOf(rule, arrivals), { startAt: 0, toMs: endMs });
    let checkpoints: Checkpoint[] = [];
    let transitions: Transition[] = [];
    let state = ordered.state;
    const settle = (known: readonly Arrival[], newFromMs: number, nowMs: number) => {
      const from = resumeFrom(checkpoints, newFromMs);
      checkpoints = from ? checkpoints.slice(0, checkpoints.indexOf(from) + 1) : [];
      if (from) resumed++;
      const part = dataOf(rule, known).map(({ series, ...rest }, i) => {
        // What a status was before is always given.
        const isStatus = rule.terms[i]?.kind === 'status';
        const since = isStatus ? -dayMs : (from?.at ?? 0) - (rule.terms.map(lookbackOf)[i] ?? 0) - (seed % 3) * hourMs;
        const first = Array.from(series.times).findIndex((at) => at >= since);
        const cut = (list: ArrayLike<number>) => (first < 0 ? [] : Array.from(list).slice(first));
        const { times, values, places, partial } = series;
        const cutSeries = {
          times: cut(times),
          values: cut(values),
          ...(places && partial && { places: cut(places), partial: cut(partial) }),
        };
        return { ...rest, series: cutSeries };
      });
      const found = evaluate(rule, part, { startAt: 0, toMs: nowMs, from }, nextCheckpoints(checkpoints, nowMs));
      transitions = [...transitions.filter(({ at }) => at <= (from?.at ?? -1)), ...found.transitions];
      checkpoints = thinCheckpoints([...checkpoints, ...found.checkpoints], nowMs);
      state = found.state;
    };
    // Evaluated whenever some have come, up to that moment: a batch may hold readings of any time.
    const step = 1 + Math.floor(roll() * 25);
    for (let n = 0; n < arrivals.length; n += step) {
      const batch = arrivals.slice(n, n + step);
      const nowMs = Math.max(0, ...batch.map(({ receivedAt }) => receivedAt));
      settle(arrivals.slice(0, n + step), Math.min(...batch.map(({ at }) => at)), nowMs);
    }
    settle(arrivals, Number.POSITIVE_INFINITY, endMs);
    assert.deepEqual(transitions, ordered.transitions, `seed ${seed}`);
    assert.deepEqual(state, ordered.state, `seed ${seed}`);
    raises += transitions.length;
  }
  assert.ok(raises > rounds && resumed > rounds * 10, `${raises} transitions, ${resumed} times resumed`);
});

test('checkpoints stay few, and some grow old', () => {
  let checkpoints: Checkpoint[] = [];
  const { state } = run(one(value(10)), data(seriesOf()), 1);
  for (let now = 0; now < 60 * dayMs; now += minuteMs) {
    const wanted = nextCheckpoints(checkpoints, now);
    checkpoints = thinCheckpoints([...checkpoints, ...wanted.map((at) => ({ at, state }))], now);
    assert.ok(checkpoints.length <= 12, `${checkpoints.length}`);
  }
  const ages = checkpoints.map(({ at }) => (60 * dayMs - at) / minuteMs);
  for (const [i, age] of ages.entries())
    if (i > 0) assert.ok((ages[i - 1] as number) <= Math.max(8, age * 17), `${ages}`);
  assert.ok((ages[0] as number) > 10 * 24 * 60, 'the oldest is more than ten days old');
});

test('property: resumed at any checkpoint, read from the database, a condition goes on as if it had never stopped', () => {
  const rounds = Number(process.env['PROPERTY_RUNS'] ?? 60);
  const endMs = 4 * dayMs;
  let resumed = 0;
  for (let seed = 1; seed <= rounds; seed++) {
    const roll = dice(seed * 31);
    const rule = randomRule(roll);
    const arrivals = randomArrivals(rule, roll);
    const data = dataOf(rule, arrivals);
    const wanted = Array.from({ length: 40 }, () => Math.floor(roll() * endMs)).sort((a, b) => a - b);
    const whole = evaluate(rule, data, { startAt: 0, toMs: endMs }, wanted);
    const cutAt = (from: number) =>
      data.map(({ series, other, ...rest }, i) => {
        const since = rule.terms[i]?.kind === 'status' ? -dayMs : from - (rule.terms.map(lookbackOf)[i] ?? 0);
        const first = (times: ArrayLike<number>) => {
          const place = Array.from(times).findIndex((at) => at >= since);
          return place < 0 ? times.length : place;
        };
        const cut = (one: typeof series) => ({
          times: Array.from(one.times).slice(first(one.times)),
          values: Array.from(one.values).slice(first(one.times)),
          ...(one.places && { places: Array.from(one.places).slice(first(one.times)) }),
          ...(one.partial && { partial: Array.from(one.partial).slice(first(one.times)) }),
        });
        return { ...rest, series: cut(series), ...(other && { other: cut(other) }) };
      });
    for (const checkpoint of whole.checkpoints) {
      const from = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
      const rest = evaluate(rule, cutAt(from.at), { startAt: 0, toMs: endMs, from });
      assert.deepEqual(rest.state, whole.state, `seed ${seed} from ${from.at}`);
      assert.deepEqual(
        rest.transitions,
        whole.transitions.filter(({ at }) => at > from.at),
        `seed ${seed} from ${from.at}`,
      );
      resumed++;
    }
  }
  assert.ok(resumed > rounds * 20, `${resumed} times resumed`);
});
