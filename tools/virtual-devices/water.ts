/** Physics of water and weather: levels, flow, rain, moisture, temperature, the weather station. */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { platinumResistance, thermistorResistance } from '@plumbline/science/sensors/thermistor';
import { pressureOf } from '@plumbline/science/sensors/water';
import { digital, encoderOf, loop, rounded } from './encode.ts';
import type { FamilyModel, Model, Setting } from './model.ts';
import { wander, white } from './noise.ts';

/** A standpipe: high after the rains of summer, rising within a day of a shower and falling over weeks. Level in m. */
function waterLevel({ seed, mode, pick, weather, push }: Setting): Model {
  const pipe = { pipeTop: rounded(pick(80, 160), 3), sensorDepth: rounded(pick(16, 24), 2) };
  const bottom = pipe.pipeTop - pipe.sensorDepth;
  const rest = pick(6, 9);
  const pressure = { field: 'pressure', zero: 0, span: 250, decimals: 3, perDegree: 0.02 };
  const encoder =
    mode === 4 ? digital({ ...pressure, field: 'level' }) : encoderOf(mode, pressure, rounded(pick(2850, 2950), 1));
  return {
    parameters: { ...encoder.parameters, ...pipe },
    quantities: encoder.quantities,
    sample: (at) => {
      const temperature = weather.inside(at, 1);
      const rains = 0.012 * weather.wetness(at, 12) + 0.5 * weather.season(at - 35 * dayMs);
      const tide = 0.04 * wander(seed + 2, at, 1.5 * dayMs) + 0.002 * white(seed + 3, at);
      const head = Math.max(0, rest + rains + tide + push(at));
      return encoder.encode(mode === 4 ? bottom + head : pressureOf(head), temperature);
    },
  };
}

/** Seepage over a 90 degree notch: follows the rain. Flow in m3/h. */
function flow({ seed, mode, pick, weather, push }: Setting): Model {
  const rest = pick(8, 20);
  const parameters = { weir: 1 };
  const range = { field: 'head', zero: 0, span: 0.5, decimals: 4 };
  const encoder = mode === 4 ? digital({ ...range, field: 'flow' }) : loop(range, mode === 3 ? 3 : 2);
  return {
    parameters: { ...encoder.parameters, ...parameters },
    quantities: mode === 4 ? ['flow', 'head', 'velocity'] : encoder.quantities,
    sample: (at) => {
      const wet = 0.35 * weather.wetness(at, 7) + 2 * weather.season(at - 30 * dayMs);
      const now = Math.max(
        0.05,
        rest + wet + 0.4 * wander(seed + 2, at, dayMs) + 0.05 * white(seed + 3, at) + push(at),
      );
      const head = (now / 3600 / 1.4) ** 0.4;
      if (mode !== 4) return encoder.encode(head, 0);
      return { flow: rounded(now, 3), head: rounded(head, 4), velocity: rounded(0.2 + 0.9 * head, 3) };
    },
  };
}

const bucketMm = 0.2;

/** A tipping bucket of 0.2 mm: sums of the site's rain. A push adds to the rain of every interval. */
function rainfall({ weather, push, intervalMs }: Setting): Model {
  return {
    parameters: { resolution: bucketMm },
    quantities: ['interval', 'hour', 'day', 'cumulative', 'intensity'],
    sample: (at) => {
      const year = weather.yearStart(at);
      // Counted in whole tips since the new year, so that all sums agree with each other.
      const fallen = weather.rain(year, at);
      const tips = (before: number) => {
        const from = at - before < year ? 0 : fallen - weather.rain(at - before, at);
        return Math.floor(fallen / bucketMm) - Math.floor(from / bucketMm);
      };
      const extra = Math.max(0, push(at));
      const sum = (before: number) => rounded(tips(before) * bucketMm + extra, 1);
      return {
        interval: sum(intervalMs),
        hour: sum(hourMs),
        day: sum(at - weather.dayStart(at)),
        cumulative: rounded(Math.floor(fallen / bucketMm) * bucketMm + extra, 1),
        intensity: rounded(tips(10 * 60_000) * bucketMm * 6 + extra * (hourMs / intervalMs), 1),
      };
    },
  };
}

/** Volumetric water content in %: jumps with rain, dries over a week. */
function soilMoisture({ seed, pick, weather, push }: Setting): Model {
  const dry = pick(14, 20);
  return {
    parameters: {},
    quantities: ['moisture', 'temp', 'conductivity'],
    sample: (at) => {
      const wet = 18 * (1 - Math.exp(-weather.wetness(at, 6) / 45));
      const moisture = dry + wet + 0.4 * wander(seed + 2, at, 3 * dayMs) + 0.05 * white(seed + 3, at) + push(at);
      return {
        moisture: rounded(Math.max(0, Math.min(60, moisture)), 2),
        temp: rounded(weather.inside(at, 0.6), 2),
        conductivity: rounded(60 + 14 * moisture + 4 * white(seed + 4, at), 1),
      };
    },
  };
}

/** Temperature of concrete near the surface, by thermistor (1), platinum (9), loop (2, 3) or digital (4). */
function temperature({ seed, mode, pick, weather, push }: Setting): Model {
  const deep = pick(0.1, 0.6);
  const value = (at: number) => weather.inside(at, deep) + 0.03 * white(seed + 2, at) + push(at);
  if (mode === 1 || mode === 9) {
    const ohm =
      mode === 1
        ? (t: number) => rounded(thermistorResistance(t), 1)
        : (t: number) => rounded(platinumResistance(t), 3);
    return { parameters: {}, quantities: ['resistance'], sample: (at) => ({ resistance: ohm(value(at)) }) };
  }
  const range = { field: 'temperature', zero: -40, span: 120, decimals: 2 };
  const encoder = mode === 4 ? digital(range) : loop(range, mode === 3 ? 3 : 2);
  const [quantity] = encoder.quantities as [string];
  return {
    parameters: encoder.parameters,
    quantities: [quantity],
    sample: (at) => ({ [quantity]: encoder.encode(value(at), 0)[quantity] as number }),
  };
}

/** A cover in a road: it trembles under traffic, water stands higher in the shaft after rain. A push lifts it out of its frame. */
function manholeCover({ seed, pick, weather, push }: Setting): Model {
  const depth = pick(2.4, 3.2);
  return {
    parameters: {},
    quantities: ['open', 'tilt', 'waterBelow', 'gas', 'battery'],
    sample: (at) => {
      const lifted = push(at);
      return {
        open: lifted > 0.5 ? 1 : 0,
        tilt: rounded(Math.abs(0.4 + 0.15 * white(seed + 2, at) + 18 * lifted), 2),
        waterBelow: rounded(Math.max(0.2, depth - 0.02 * weather.wetness(at, 5) + 0.01 * white(seed + 3, at)), 3),
        gas: rounded(Math.max(0, 0.8 + 0.5 * wander(seed + 4, at, 2 * dayMs)), 2),
        battery: rounded(Math.max(5, 96 - 24 * weather.season(at) ** 2), 0),
      };
    },
  };
}

/** A detector under a ceiling: clear air but for dust, and a little warmer than outside. */
function smoke({ seed, pick, weather, push }: Setting): Model {
  const clear = pick(0.1, 0.3);
  return {
    parameters: {},
    quantities: ['smoke', 'temp', 'battery'],
    sample: (at) => ({
      smoke: rounded(
        Math.max(0, clear + 0.05 * wander(seed + 2, at, dayMs) + 0.02 * white(seed + 3, at) + push(at)),
        2,
      ),
      temp: rounded(weather.inside(at, 0.8) + 2, 1),
      battery: rounded(Math.max(5, 92 - 12 * weather.season(at) ** 2), 0),
    }),
  };
}

/** The weather station of the site. */
function environment({ seed, weather, push }: Setting): Model {
  const quantities = [
    'temp',
    'humidity',
    'airPressure',
    'windSpeed',
    'windDirection',
    'radiation',
    'noise',
    'pm25',
    'pm10',
  ];
  return {
    parameters: {},
    quantities,
    sample: (at) => {
      const raining = Math.min(1, weather.rain(at - hourMs, at) / 2);
      const sun = Math.max(0, Math.sin(((weather.hour(at) - 6) / 12) * Math.PI)) * (1 - 0.85 * raining);
      const dust = Math.max(
        4,
        (34 - 12 * weather.season(at) + 14 * wander(seed + 5, at, 3 * dayMs)) * (1 - 0.5 * raining),
      );
      const humidity =
        68 + 8 * weather.season(at) - 13 * weather.daily(at) + 22 * raining + 5 * wander(seed + 3, at, dayMs);
      return {
        temp: rounded(weather.air(at) - 2 * raining + 0.05 * white(seed + 2, at) + push(at), 2),
        humidity: rounded(Math.max(12, Math.min(100, humidity)), 1),
        airPressure: rounded(weather.pressure(at), 1),
        windSpeed: rounded(weather.windSpeed(at), 1),
        windDirection: rounded(weather.windDirection(at), 0) % 360,
        radiation: rounded(sun * (720 + 180 * weather.season(at)), 0),
        noise: rounded(46 + 7 * (1 + weather.daily(at)) + 2 * white(seed + 4, at), 1),
        pm25: rounded(dust, 0),
        pm10: rounded(dust * 1.6 + 3, 0),
      };
    },
  };
}

export const waterModels = {
  waterLevel: { modes: [1, 2, 3, 4], build: waterLevel },
  flow: { modes: [2, 3, 4], build: flow },
  rainfall: { modes: [4], build: rainfall },
  soilMoisture: { modes: [4], build: soilMoisture },
  manholeCover: { modes: [4], build: manholeCover },
  smoke: { modes: [4], build: smoke },
  temperature: { modes: [1, 9, 4, 2, 3], build: temperature },
  environment: { modes: [4], build: environment },
} as const satisfies Record<string, FamilyModel>;
