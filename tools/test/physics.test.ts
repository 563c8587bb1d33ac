import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { recipe, recipeFields } from '@plumbline/science/sensors/recipes';
import { plan, signalOf, silentAt, simulatedFamilies, simulatedModes } from '../virtual-devices/physics.ts';
import { weatherOf } from '../virtual-devices/weather.ts';

const from = Date.UTC(2026, 0, 1);
const year = Array.from({ length: 365 * 4 }, (_, i) => from + i * 6 * hourMs);

/** Every family in every mode that it is simulated in. */
const all = simulatedFamilies.flatMap((family) => simulatedModes(family).map((mode) => ({ family, mode })));
/** Plausible range of the first field over a year, and a field that may be empty in some modes. */
const ranges: Record<string, [number, number]> = {
  deepDisplacement: [-5, 60],
  surfaceDisplacement: [0, 80],
  waterLevel: [50, 170],
  tilt: [-1, 1],
  vibration: [0, 30],
  track: [-6, 6],
  crack: [-1, 4],
  structuralDeformation: [-350, 150],
  anchorForce: [150, 600],
  soilPressure: [30, 220],
  soilMoisture: [10, 50],
  temperature: [-25, 50],
  rainfall: [0, 20],
  flow: [0, 120],
  axialForce: [300, 2000],
  environment: [-25, 50],
  manholeCover: [0, 0],
  smoke: [0, 3],
};
/** Families whose first field is a state, 0 or 1: it stands still until a push turns it over. */
const states = new Set(['manholeCover']);

test('every family in every mode converts to plausible values for a year', () => {
  for (const { family, mode } of all) {
    for (const seed of [1, 2]) {
      const made = plan(family, seed, { mode });
      const { convert, quantities } = recipe(made);
      const signal = signalOf(family, seed, { mode, dropoutRatio: 0 });
      const [field] = recipeFields(family) as [string];
      const [low, high] = ranges[family] as [number, number];
      const values: number[] = [];
      for (const atMs of year) {
        const sample = signal(atMs);
        for (const quantity of Object.keys(sample))
          assert.ok(quantities.includes(quantity) || quantity === 'temp', quantity);
        const value = convert(sample)[field];
        if (value === null && family === 'surfaceDisplacement') continue;
        assert.ok(typeof value === 'number' && value >= low && value <= high, `${family} ${mode}: ${value}`);
        values.push(value);
      }
      const minimum = states.has(family) ? 0 : family === 'rainfall' ? 3 : 20;
      assert.ok(new Set(values).size > minimum, `${family} ${mode} stands still`);
    }
  }
});

test('the same seed and time give the same sample, in any order; another seed gives another', () => {
  for (const { family, mode } of all) {
    const [first, again, other] = [
      signalOf(family, 5, { mode }),
      signalOf(family, 5, { mode }),
      signalOf(family, 6, { mode }),
    ];
    const times = year.slice(100, 160);
    const forth = times.map((atMs) => first(atMs));
    assert.deepEqual(
      times.toReversed().map((atMs) => again(atMs)),
      forth.toReversed(),
    );
    assert.notDeepEqual(
      times.map((atMs) => other(atMs)),
      forth,
      family,
    );
    assert.deepEqual(plan(family, 5, { mode }), plan(family, 5, { mode }));
  }
});

const amplitudes: Readonly<Record<string, number>> = {
  manholeCover: 1,
  tilt: 1,
  waterLevel: 2,
  crack: 3,
  vibration: 5,
  axialForce: 100,
};

test('a push moves the main field by its amplitude, in every mode', () => {
  const atMs = Date.UTC(2026, 4, 10);
  for (const { family, mode } of all) {
    const [field] = recipeFields(family) as [string];
    const amplitude = amplitudes[family] ?? 20;
    const { convert } = recipe(plan(family, 3, { mode }));
    const rest = signalOf(family, 3, { mode, site: 1, dropoutRatio: 0 });
    const step = { atMs, amplitude, shape: 'step', untilMs: atMs + dayMs } as const;
    const pushed = signalOf(family, 3, { mode, site: 1, dropoutRatio: 0, event: step });
    const gap = (t: number) => (convert(pushed(t))[field] ?? Number.NaN) - (convert(rest(t))[field] ?? Number.NaN);
    const size = family === 'surfaceDisplacement' ? amplitude * 0.8 : amplitude * 0.97;
    const t = [1, 2, 3].map((h) => atMs + h * hourMs).find((each) => !Number.isNaN(gap(each))) as number;
    assert.ok(gap(t) >= size && gap(t) <= amplitude * 1.1, `${family} ${mode}: ${gap(t)}`);
    assert.equal(gap(atMs - 1) || 0, 0);
    assert.equal(gap(atMs + dayMs) || 0, 0);
  }
  const ramp = { atMs, amplitude: 2, shape: 'ramp', durationMs: 10 * hourMs } as const;
  const { convert } = recipe(plan('crack', 3));
  const pushed = signalOf('crack', 3, { event: ramp, dropoutRatio: 0 });
  const rest = signalOf('crack', 3, { dropoutRatio: 0 });
  const gap = (h: number) =>
    (convert(pushed(atMs + h * hourMs)).opening as number) - (convert(rest(atMs + h * hourMs)).opening as number);
  assert.ok(Math.abs(gap(5) - 1) < 0.02 && Math.abs(gap(20) - 2) < 0.02);
});

test('dropouts are null, rare, and outages last hours', () => {
  const times = Array.from({ length: 20_000 }, (_, i) => from + i * 600_000);
  const signal = signalOf('crack', 9, { dropoutRatio: 0.01 });
  const lost = times.filter((atMs) => signal(atMs).frequency === null).length;
  assert.ok(lost > 100 && lost < 320, `${lost}`);
  const silent = times.filter((atMs) => silentAt(9, atMs)).length;
  assert.ok(silent < times.length * 0.02);
});

test('rain sums agree with each other, and the weather of a site is the same for all of its devices', () => {
  const { rain, wetness } = weatherOf(4);
  const half = from + 180 * dayMs;
  assert.ok(Math.abs(rain(from, half) + rain(half, half + 30 * dayMs) - rain(from, half + 30 * dayMs)) < 1e-6);
  const total = rain(from, from + 365 * dayMs);
  assert.ok(total > 500 && total < 2600, `${total} mm a year`);
  assert.ok(wetness(half, 10) >= 0);
  const gauge = signalOf('rainfall', 8, { site: 4, dropoutRatio: 0, intervalMs: hourMs });
  let sum = 0;
  for (let h = 1; h <= 24 * 90; h++) sum += gauge(from - 8 * hourMs + h * hourMs).interval as number;
  const cumulative = gauge(from - 8 * hourMs + 24 * 90 * hourMs).cumulative as number;
  assert.ok(Math.abs(sum - cumulative) < 0.3, `${sum} ${cumulative}`);
});
