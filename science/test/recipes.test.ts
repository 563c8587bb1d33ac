import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type RecipeFamily,
  recipe,
  recipeFamilies,
  recipeFields,
  recipeModes,
  type Sample,
} from '../src/sensors/recipes.ts';
import { pressureOf } from '../src/sensors/water.ts';
import { near } from './vectors.ts';

function values(family: RecipeFamily, mode: number, parameters: Record<string, number>, sample: Sample) {
  return recipe({ family, mode, parameters }).convert(sample);
}

test('every family and mode gives every field, and null for everything when nothing comes in', () => {
  for (const family of recipeFamilies) {
    for (const mode of recipeModes(family)) {
      const nodeCount = mode === 5 ? 3 : 0;
      const { convert, parameters, quantities } = recipe({ family, mode, parameters: {}, nodeCount });
      for (const sample of [{}, { value: null, frequency: null }, { frequency: Number.NaN }]) {
        const result = convert(sample);
        assert.deepEqual(Object.keys(result).sort(), [...recipeFields(family, nodeCount)].sort(), `${family} ${mode}`);
        for (const value of Object.values(result)) assert.equal(value, null, `${family} ${mode}`);
      }
      assert.ok(quantities.length > 0);
      assert.equal(new Set(quantities).size, quantities.length, `${family} ${mode}`);
      assert.equal(new Set(parameters.map(({ key }) => key)).size, parameters.length);
    }
  }
  assert.throws(() => recipe({ family: 'nothing' as RecipeFamily, mode: 1, parameters: {} }), RangeError);
  assert.throws(() => recipe({ family: 'tilt', mode: 1, parameters: {} }), RangeError);
  assert.deepEqual(recipeFields('camera'), []);
  assert.deepEqual(recipeFields('deepDisplacement', 2), ['maxX', 'maxY', 'x1', 'y1', 'x2', 'y2']);
});

test('water level: the worked example of the manual', () => {
  const parameters = { K: 0.1, Kt: -0.05, f0: 2900, t0: 18, s0: 101.3, pipeTop: 100, sensorDepth: 20 };
  const result = values('waterLevel', 1, parameters, { frequency: 2700, temperature: 12, barometer: 100.9 });
  near(result.pressure, 112.7);
  near(result.level, 91.492202, 1e-7);
  near(result.depth, 8.507798, 1e-7);
  assert.equal(result.temp, 12);
  const vented = values('waterLevel', 1, { ...parameters, s0: Number.NaN }, { frequency: 2700, temperature: 12 });
  near(vented.pressure, 112.3);
  // Per Hz^2 instead of per digit, and as digits instead of Hz.
  const squared = values(
    'waterLevel',
    1,
    { ...parameters, K: 1e-4, kUnit: 1, s0: Number.NaN },
    { digits: 7290, temperature: 12 },
  );
  near(squared.pressure, 112.3);
});

test('a missing temperature spoils the value only where it is used; a broken wire is null', () => {
  const parameters = { K: 0.1, f0: 2900 };
  near(values('waterLevel', 1, parameters, { frequency: 2700 }).pressure, 112);
  assert.equal(values('waterLevel', 1, { ...parameters, Kt: 1 }, { frequency: 2700 }).pressure, null);
  assert.equal(values('waterLevel', 1, parameters, { frequency: 399 }).pressure, null);
  assert.equal(values('waterLevel', 1, parameters, { frequency: 6001 }).level, null);
  near(values('waterLevel', 1, parameters, { frequency: 2700, resistance: 3000 }).temp, 24.99204, 1e-6);
  assert.equal(values('waterLevel', 1, { f0: 2900 }, { frequency: 2700 }).level, null);
});

test('water level: loops as pressure, head or distance, and digital', () => {
  const loop = { min: 0, max: 10 };
  near(values('waterLevel', 2, { ...loop, measures: 1, pipeTop: 50, sensorDepth: 12 }, { current: 12 }).level, 43);
  const radar = values('waterLevel', 3, { ...loop, measures: 2, pipeTop: 50 }, { voltage: 1 });
  assert.deepEqual(radar, { level: 48, depth: 2, pressure: null, temp: null });
  near(values('waterLevel', 2, { min: 0, max: pressureOf(10) }, { current: 20 }).level, 10);
  assert.equal(values('waterLevel', 2, loop, { current: 3.5 }).level, null);
  assert.equal(values('waterLevel', 2, loop, { current: 12 }).depth, null);
  assert.deepEqual(values('waterLevel', 4, { K: 2, offset: 1 }, { value: 3 }), {
    level: 7,
    depth: null,
    pressure: null,
    temp: null,
  });
  near(values('waterLevel', 4, {}, { pressure: pressureOf(3) }).level, 3);
});

test('surface displacement: only a fixed solution moves a point', () => {
  const base = { e0: 100, n0: 200, h0: 30 };
  const sample = { east: 100.004, north: 200.003, height: 30.012, solution: 4 };
  const moved = values('surfaceDisplacement', 4, base, sample);
  for (const [key, expected] of Object.entries({ dx: 3, dy: 4, dh: 12, horizontal: 5, total: 13, azimuth: 53.1301 })) {
    near(moved[key], expected, 1e-6);
  }
  for (const solution of [0, 1, 2, 3, 5, 6]) {
    const refused = values('surfaceDisplacement', 4, base, { ...sample, solution });
    assert.deepEqual(refused, { ...refused, horizontal: null, dx: null, dy: null, dh: null, total: null, solution });
  }
  near(values('surfaceDisplacement', 4, { ...base, acceptFloating: 1 }, { ...sample, solution: 5 }).dx, 3, 1e-6);
  assert.equal(values('surfaceDisplacement', 4, base, { east: 1, north: 1, height: 1 }).dx, null);
  assert.equal(values('surfaceDisplacement', 4, {}, sample).dx, null);
  near(values('surfaceDisplacement', 4, {}, { dx: 3, dy: 4, dh: 0 }).horizontal, 5);
});

test('tilt, vibration, track, crack', () => {
  near(values('tilt', 4, { K: 2 }, { x: 1.5, y: 4 }).resultant, 5);
  const loop = values('tilt', 2, { min: -15, max: 15 }, { current: [12, 20] });
  assert.deepEqual(loop, { x: 0, y: 15, resultant: 15, temp: null });
  assert.deepEqual(values('tilt', 2, { min: -15, max: 15 }, { current: 20 }), {
    x: 15,
    y: null,
    resultant: null,
    temp: null,
  });
  const shake = values('vibration', 4, {}, { peakX: 1, peakY: -3, peakZ: 2, rms: 0.4, frequency: 12 });
  assert.equal(shake.peak, 3);
  assert.equal(values('vibration', 4, {}, { peakX: 1 }).peak, 1);
  assert.equal(values('track', 4, {}, { gauge: 2, twist: 0.5 }).twist, 0.5);
  near(values('crack', 1, { K: 0.02, f0: 2000 }, { frequency: 2100 }).opening, 8.2);
  near(values('crack', 9, { Kr: 100, r0: 0.25 }, { ratio: 0.5 }).opening, 25);
});

test('strain and forces: the worked examples', () => {
  const gauge = { K: 4.062 * 0.97, f0: 800 };
  near(values('structuralDeformation', 1, gauge, { frequency: 860 }).strain, 392.437944, 1e-9);
  const concrete = values(
    'structuralDeformation',
    1,
    { ...gauge, Kt: 1.8, t0: 20 },
    { frequency: 860, temperature: 28 },
  );
  near(concrete.strain, 406.837944, 1e-9);
  const quarter = values('structuralDeformation', 6, { gaugeFactor: 2.1 }, { ratio: 1 });
  near(quarter.strain, -1900.96, 1e-7);
  const strut = { ...gauge, modulus: 2.06e5, area: 20000 };
  near(values('axialForce', 1, strut, { frequency: 860 }).force, -1616.84433, 1e-8);
  near(values('axialForce', 1, { ...strut, compressionPositive: 0 }, { frequency: 860 }).force, 1616.84433, 1e-8);
  const rc = { modulus: 2e5, area: 10000, concreteModulus: 3e4, concreteArea: 490000, compressionPositive: 0 };
  near(values('axialForce', 4, rc, { strain: 406.837944 }).force, 6794.1937, 1e-8);
  near(values('axialForce', 4, {}, { force: -5 }).force, -5);
  const anchor = { K: 0.25, f0: 2500, f02: 2510, f03: 2490, f04: 2505 };
  near(values('anchorForce', 1, anchor, { frequency: [2300, 2320, 2310, 2290] }).force, 235.78906, 1e-7);
  near(values('anchorForce', 1, anchor, { frequency: [2300, null, 2310, 2290] }).force, 237.910416667, 1e-9);
  const named = { frequency1: 2300, frequency2: 2320, frequency3: 2310, frequency4: 2290 };
  near(values('anchorForce', 1, anchor, named).force, 235.78906, 1e-7);
  const cell = { fullScale: 1000, ratedOutput: 2.0015, r0: 0.01 };
  near(values('anchorForce', 8, cell, { ratio: 1.2 }).force, 594.5541, 1e-7);
  near(values('axialForce', 8, { ...cell, measures: 1 }, { ratio: 1.2 }).force, 594.5541, 1e-7);
  near(values('soilPressure', 1, { A: 1e-6, B: -0.1, f0: 2900 }, { frequency: 2700 }).pressure, -17.584 + 112, 1e-9);
});

test('rain, flow, moisture, temperature, environment', () => {
  const rain = values('rainfall', 4, {}, { tips: 37, hour: 9 });
  near(rain.interval, 7.4);
  assert.deepEqual([rain.hour, rain.day, rain.cumulative, rain.intensity], [9, null, null, null]);
  assert.equal(values('rainfall', 4, {}, { interval: 3 }).interval, 3);
  near(values('flow', 2, { weir: 1, min: 0, max: 0.4 }, { current: 12 }).flow, 0.025044 * 3600, 1e-4);
  assert.equal(values('flow', 2, { weir: 1, min: -0.1, max: 0.1 }, { current: 5 }).flow, 0);
  near(values('flow', 4, { section: 2 }, { velocity: 0.5 }).flow, 3600);
  near(values('soilMoisture', 4, {}, { permittivity: 20 }).moisture, 34.54);
  near(values('temperature', 9, {}, { resistance: 119.397 }).temperature, 49.999675, 1e-7);
  near(values('temperature', 9, {}, { ratio: 1.385055 }).temperature, 100, 1e-6);
  near(values('temperature', 1, {}, { resistance: 3000 }).temperature, 24.99204, 1e-6);
  assert.equal(values('environment', 4, {}, { temp: 21, pm25: 12 }).pm25, 12);
});

test('hostile samples and parameters do no harm', () => {
  const odd = JSON.parse('{"frequency": "2700", "temperature": {"a": 1}, "__proto__": {"K": 1}}') as Sample;
  for (const family of recipeFamilies) {
    for (const mode of recipeModes(family)) {
      const { convert } = recipe({ family, mode, parameters: JSON.parse('{"__proto__": {"K": 5}}'), nodeCount: 2 });
      for (const value of Object.values(convert(odd))) assert.equal(value, null);
      for (const value of Object.values(convert({ x: [Number.MAX_VALUE, 1], y: [1, 1], value: Number.MAX_VALUE }))) {
        assert.ok(value === null || Number.isFinite(value));
      }
    }
  }
});
