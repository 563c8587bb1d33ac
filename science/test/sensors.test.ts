import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as bridge from '../src/sensors/bridge.ts';
import { movementOf } from '../src/sensors/displacement.ts';
import { loopState, loopValue, scaled } from '../src/sensors/loop.ts';
import * as rain from '../src/sensors/rain.ts';
import * as heat from '../src/sensors/thermistor.ts';
import * as wire from '../src/sensors/vibrating-wire.ts';
import * as water from '../src/sensors/water.ts';
import * as wind from '../src/sensors/wind.ts';
import { near, vector } from './vectors.ts';

type Numbers = Record<string, number>;

test('vibrating wire: pressure', () => {
  const { cases, tolerance } = vector<Numbers, Numbers>('vw_pressure');
  for (const { in: i, out } of cases as { in: Numbers; out: Numbers }[]) {
    const zeroDigits = wire.digitsOf(i.f0!);
    const digits = wire.digitsOf(i.f!);
    near(zeroDigits, out.R0!, tolerance!);
    near(digits, out.R1!, tolerance!);
    const absolute = wire.linearLoad(i.K_kPa_per_digit!, zeroDigits, digits) + i.Kt_kPa_per_C! * (i.T! - i.T0!);
    near(absolute, out.P_nobaro_kPa!, tolerance!);
    const pressure = wire.withoutBarometer(absolute, i.baro_kPa!, i.baro0_kPa!);
    near(pressure, out.P_kPa!, tolerance!);
    near(water.headOf(pressure), out.head_m!, tolerance!);
  }
});

test('vibrating wire: worked examples', () => {
  near(wire.digitsOf(2900), 8410);
  near(wire.frequencyOf(8410), 2900);
  assert.ok(Number.isNaN(wire.digitsOf(399)) && Number.isNaN(wire.digitsOf(6001)));
  near(wire.linearLoad(0.06943, 9101, 7380), 119.48903);
  near(wire.anchorLoss(250, 235.789), 5.6844, 1e-5);
});

test('vibrating wire: polynomial, strain, forces, several strings', () => {
  for (const { in: i, out } of vector<Numbers, Numbers>('vw_polynomial').cases) {
    const c = wire.polynomialZero(i.A!, i.B!, i.R0!);
    near(c, out.C_from_site_zero!);
    near(wire.polynomialLoad(i.A!, i.B!, c, i.R1!), out.P!);
  }
  for (const { in: i, out } of vector<Numbers, Numbers>('vw_strain_axial_force').cases) {
    const apparent = wire.wireStrain(i.G!, i.B!, wire.digitsOf(i.f0!), wire.digitsOf(i.f!));
    near(apparent, out.strain_apparent_ue!);
    const load = wire.loadStrain(apparent, i.T! - i.T0!, i.CF_steel, i.CF_concrete);
    near(load, out.strain_load_concrete_ue!);
    near(wire.totalStrain(apparent, i.T! - i.T0!), out.strain_actual_ue!);
    near(wire.axialForce(apparent, i.E_MPa!, i.A_mm2!), out.steel_force_kN!);
  }
  near(wire.axialForce(406.837944, 2e5, 10000, 3e4, 490000), 6794.1937, 1e-7);
  interface Strings {
    K_kN_per_digit: number;
    Kt: number;
    f0: number[];
    f: (number | null)[];
    T0: number;
    T: number;
  }
  for (const { in: i, out } of vector<Strings, Numbers>('anchor_force_multistring').cases) {
    const { mean, spread } = wire.stringLoad(i.f0, i.f);
    near(mean, out.meanDeltaDigits!);
    near(i.K_kN_per_digit * mean + i.Kt * (i.T - i.T0), out.force_kN!);
    if (out.eccentric_spread_digits !== undefined) near(spread, out.eccentric_spread_digits);
  }
  assert.ok(Number.isNaN(wire.stringLoad([2500], [null]).mean));
});

test('thermistor and platinum, both ways', () => {
  const ntc = vector<Numbers, Numbers>('thermistor_3k');
  for (const { in: i, out } of ntc.cases) {
    if (i.R_ohm !== undefined) near(heat.thermistorTemperature(i.R_ohm), out.T_C!, ntc.tolerance!);
    else near(heat.thermistorResistance(i.T_C!), out.R_ohm!, ntc.tolerance!);
  }
  near(heat.thermistorTemperature(3000), 24.99204, 1e-6);
  assert.ok(Number.isNaN(heat.thermistorTemperature(49)) && Number.isNaN(heat.thermistorTemperature(3e6)));
  near(heat.thermistorTemperature(3000 + 2 * 48.5, 1000), 24.99204, 1e-6);
  const pt = vector<Numbers, Numbers>('pt100');
  for (const { in: i, out } of pt.cases) {
    if (i.R_ohm !== undefined) near(heat.platinumTemperature(i.R_ohm, i.R0), out.T_C!, pt.tolerance!);
    else near(heat.platinumResistance(i.T_C!, i.R0), out.R_ohm!, pt.tolerance!);
  }
  for (let t = -199; t < 850; t += 7.3) near(heat.platinumTemperature(heat.platinumResistance(t)), t, 1e-9);
});

test('loops: scaling and NAMUR NE 43', () => {
  interface In {
    min: number;
    max: number;
    I_mA: number;
    V_0_5: number;
    V_0_10: number;
  }
  interface Out {
    current: number;
    current_status: string;
    volt5: number;
    volt10: number;
  }
  for (const { in: i, out } of vector<In, Out>('loop_scaling').cases) {
    near(loopValue(i.I_mA, i.min, i.max), out.current);
    assert.equal(loopState(i.I_mA), out.current_status);
    near(scaled(i.V_0_5, 0, 5, i.min, i.max), out.volt5);
    near(scaled(i.V_0_10, 0, 10, i.min, i.max), out.volt10);
  }
  assert.deepEqual([3.59, 3.6, 3.79, 3.8, 20.5, 20.51, 21, 21.01, Number.NaN].map(loopState), [
    ...['fault', 'under', 'under', 'ok', 'ok', 'over', 'over', 'fault', 'fault'],
  ]);
  assert.ok(Number.isNaN(loopValue(3, 0, 100)));
  near(loopValue(3, 0, 100, 0, 20), 15);
});

test('bridges, load cell', () => {
  for (const { in: i, out } of vector<Numbers, Numbers>('bridge_potentiometer').cases) {
    const [vr, gf] = [i.Vr_V_per_V!, i.GF!];
    near(bridge.quarterBridgeStrain(vr, gf), out.quarter_ue!);
    near(bridge.halfBridgeStrain(vr, gf), out.half_bending_ue!);
    near(bridge.poissonBridgeStrain(vr, gf, i.nu), out.half_poisson_ue!);
    near(bridge.fullBridgeStrain(vr, gf), out.full_bending_ue!);
    const force = bridge.loadCellForce(i.full_scale!, i.loadcell_sens_mV_V!, i.zero_mV_V!, i.reading_mV_V!);
    near(force, out.load!);
  }
  near(bridge.loadCellForce(1000, 2.0015, 0.01, 1.2), 594.5541, 1e-7);
});

test('water: level, weirs, moisture', () => {
  for (const { in: i, out } of vector<Numbers, Numbers>('water_level').cases) {
    const head = water.headOf(i.P_kPa!, i.rho);
    near(head, out.head_m!);
    near(water.pressureOf(head, i.rho), i.P_kPa!);
    near(water.waterElevation(i.pipe_top_elev_m!, i.sensor_depth_m!, head), out.level_elev_m!);
    near(water.depthToWater(i.sensor_depth_m!, head), out.depth_to_water_m!);
  }
  for (const { in: i, out } of vector<Numbers, Numbers>('weir_flow').cases) {
    const h = i.h_m!;
    const at = { widthM: i.b_m!, crestM: i.P_m!, angleDeg: i.theta_deg! };
    near(water.weirFlow('notchIso', h, at), out.v_kindsvater_shen_m3s!);
    near(water.weirFlow('notchChina', h, at), out.v90_CN_1_4_m3s!);
    near(water.weirFlow('rectangularIso', h, at), out.rect_suppressed_kc_m3s!);
    near(water.weirFlow('rectangularChina', h, at), out.rect_CN_m3s!);
    near(water.weirFlow('francis', h, at), out.francis_contracted_m3s!);
    near(water.weirFlow('cipolletti', h, at), out.cipolletti_m3s!);
    assert.equal(water.weirFlow('notchChina', -0.01, at), 0);
    assert.ok(Number.isNaN(water.weirFlow('none', h, at)));
  }
  for (const { in: i, out } of vector<Numbers, Numbers>('soil_moisture_topp').cases) {
    near(water.toppMoisture(i.eps!), out.theta!);
  }
});

test('rain: totals, rolling maxima, classes', () => {
  interface Out {
    total_mm: number;
    daily: Numbers;
    max_10min: number;
    max_1h: number;
    max_24h: number;
    daily_level: Record<string, string>;
  }
  const { in: given, out } = vector<{ mm_per_tip: number; tips: string[] }, Out>('rain_tipping').cases[0]!;
  const times = given.tips.map((tip) => Date.parse(tip));
  const amounts = times.map(() => given.mm_per_tip);
  const hour = 3_600_000;
  near(rain.rainOf(times.length, given.mm_per_tip), out.total_mm);
  near(rain.rollingMaximum(times, amounts, hour / 6), out.max_10min);
  near(rain.rollingMaximum(times, amounts, hour), out.max_1h);
  near(rain.rollingMaximum(times, amounts, 24 * hour), out.max_24h);
  assert.equal(
    rain.rollingMaximum([1, 2, 3, 4], [1, Number.NaN, 5, 7], 10),
    13,
    'a missing amount hides none after it',
  );
  for (const [day, level] of Object.entries(out.daily_level)) assert.equal(rain.rainClass(out.daily[day]!), level);
  assert.deepEqual([0.04, 0.05, 9.94, 9.95, 99.9, 100, 250].map(rain.rainClass), [
    ...['trace', 'light', 'light', 'moderate', 'storm', 'heavyStorm', 'extreme'],
  ]);
  near(rain.rainOf(37, 0.2), 7.4);
});

test('wind: points, rose, mean direction', () => {
  interface In {
    rose?: true;
    deg: number | number[];
    speed?: number[];
    calm_max?: number;
  }
  interface Out {
    point: string;
    counts: Numbers;
    calm: number;
    vector_mean_deg: number;
    scalar_mean_speed: number;
  }
  for (const { in: i, out } of vector<In, Out>('wind_rose').cases) {
    if (typeof i.deg === 'number') {
      assert.equal(wind.windPoint(i.deg), out.point);
      continue;
    }
    // In two pieces, as it is streamed.
    const counter = wind.windCounter(8, wind.usualSpeedClasses, i.calm_max);
    counter.add(i.deg.slice(0, 7), i.speed!.slice(0, 7));
    counter.add(i.deg.slice(7), i.speed!.slice(7));
    const rose = counter.tally();
    const bySector = rose.counts.map((classes) => classes.reduce((sum, n) => sum + n, 0));
    assert.deepEqual(Object.fromEntries(wind.windPoints.map((point, k) => [point, bySector[k]])), out.counts);
    assert.equal(rose.calm, out.calm);
    assert.equal(rose.total, i.deg.length);
    near(rose.meanDirectionDeg, out.vector_mean_deg);
    near(rose.meanSpeedMS, out.scalar_mean_speed);
  }
  assert.equal(wind.windPoint(-1), 'N');
});

test('a wind rose: classes of speed begin with their lower end, a border belongs to the sector clockwise of it', () => {
  const counter = wind.windCounter(16, [0, 2, 4]);
  counter.add([11.24, 11.25, 348.75, 90, 90, 90], [1, 1.99, 2, 4, 400, 0.2]);
  counter.add([90, Number.NaN], [Number.NaN, 3]);
  const { counts, calm, total, missing, maxSpeedMS } = counter.tally();
  assert.deepEqual(counts[0], [1, 1, 0]);
  assert.deepEqual(counts[1], [1, 0, 0]);
  assert.deepEqual(counts[4], [0, 0, 2]);
  assert.deepEqual([calm, total, missing, maxSpeedMS], [1, 6, 2, 400]);
  const none = wind.windCounter(8).tally();
  assert.deepEqual([none.total, none.meanSpeedMS, none.maxSpeedMS, none.meanDirectionDeg], [0, null, null, null]);
});

test('movement: sizes and directions', () => {
  for (const { in: i, out } of vector<Numbers, Numbers>('displacement_magnitude').cases) {
    const movement = movementOf(i.dN_mm!, i.dE_mm!, i.dU_mm!);
    near(movement.horizontal, out.d2!);
    near(movement.total, out.d3!);
    near(movement.azimuthDeg, out.azimuth_deg!);
    near(movement.plungeDeg, out.plunge_deg!);
  }
});
