/** Recipes of the families around water and weather: levels, flow, rain, soil moisture, temperature, environment. */
import { rainOf } from './rain.ts';
import type { FamilyRecipe, Values } from './recipe.ts';
import { amount, either, type Settings } from './settings.ts';
import { digitalSignal, loopSignal, temperatureSignal, wireSignal } from './signals.ts';
import { platinumTemperature } from './thermistor.ts';
import { depthToWater, headOf, pressureOf, toppMoisture, type Weir, waterElevation, weirFlow, weirs } from './water.ts';

/**
 * level = pipeTop - sensorDepth + head [m], so without both it is the head over the sensor; depth = sensorDepth - head,
 * the depth to water below the pipe's top, null when sensorDepth is not set. What modes 2 and 3 give is said by
 * `measures`: 0 pressure in kPa, 1 head in m, 2 distance from the pipe's top to the water in m (radar). With s0 the
 * sensor is unvented: the quantity `barometer` in kPa, less s0, is taken off. Mode 4: `level`, or `depth`, or `pressure`.
 */
function waterLevel(settings: Settings, mode: number): Values {
  const temperature = temperatureSignal(settings);
  const pipeTop = settings.take('pipeTop', 'm', 0);
  const setDepth = settings.may('sensorDepth', 'm');
  const sensorDepth = setDepth ?? 0;
  const density = settings.take('density', 'kg/m³', 1000);
  const fromHead = (head: number, pressure: number) => ({
    level: waterElevation(pipeTop, sensorDepth, head),
    depth: setDepth === null ? Number.NaN : depthToWater(sensorDepth, head),
    pressure,
  });
  const fromPressure = (pressure: number) => fromHead(headOf(pressure, density), pressure);
  const fromDistance = (depth: number) => ({ level: pipeTop - depth, depth, pressure: Number.NaN });

  if (mode === 4) {
    const direct = digitalSignal(settings, 'level', 'm');
    return {
      quantities: ['level', 'depth', 'pressure', 'temp'],
      convert: (sample) => {
        const level = direct.signal(sample);
        const depth = amount(sample, 'depth');
        const pressure = amount(sample, 'pressure');
        const temp = temperature.signal(sample);
        if (!Number.isNaN(level)) return { level, depth, pressure, temp };
        return { ...(!Number.isNaN(pressure) ? fromPressure(pressure) : fromDistance(depth)), temp };
      },
    };
  }
  const measures = mode === 1 ? 0 : settings.take('measures', '', 0);
  const s0 = measures === 0 ? settings.may('s0', 'kPa') : null;
  const source =
    mode === 1
      ? wireSignal(settings, 'kPa', false, temperature.signal)
      : loopSignal(settings, mode, measures === 0 ? 'kPa' : 'm');
  return {
    quantities: [...new Set([...source.quantities, 'temperature', ...(s0 === null ? [] : ['barometer'])])],
    convert: (sample) => {
      const value = source.signal(sample);
      const temp = temperature.signal(sample);
      if (measures === 1) return { ...fromHead(value, pressureOf(value, density)), temp };
      if (measures === 2) return { ...fromDistance(value), temp };
      return { ...fromPressure(s0 === null ? value : value - (amount(sample, 'barometer') - s0)), temp };
    },
  };
}

/**
 * Flow in m3/h. `weir` names a weir by its number in `weirs` (water.ts); then modes 2 and 3 give the head over the
 * crest in m (min, max in m, less headZero), without a weir they give the flow itself. Mode 4: `flow`, else `velocity`
 * times `section` [m2], else `head` over the weir.
 */
function flow(settings: Settings, mode: number): Values {
  const weir: Weir = weirs[settings.take('weir', '', 0)] ?? 'none';
  const headZero = settings.take('headZero', 'm', 0);
  const at = {
    widthM: settings.may('width', 'm') ?? Number.NaN,
    crestM: settings.may('crestHeight', 'm') ?? Number.NaN,
    angleDeg: settings.take('notchAngle', '°', 90),
  };
  const section = settings.may('section', 'm²') ?? Number.NaN;
  const over = (head: number) => (!Number.isNaN(head) ? weirFlow(weir, head, at) * 3600 : Number.NaN);
  if (mode === 4) {
    const direct = digitalSignal(settings, 'flow', 'm³/h');
    return {
      quantities: ['flow', 'head', 'velocity'],
      convert: (sample) => {
        const head = amount(sample, 'head') - headZero;
        const velocity = amount(sample, 'velocity');
        const worked = either(velocity * section * 3600, over(head));
        return { flow: either(direct.signal(sample), worked), head, velocity };
      },
    };
  }
  const source = loopSignal(settings, mode, weir === 'none' ? 'm³/h' : 'm');
  return {
    quantities: source.quantities,
    convert: (sample) => {
      const value = source.signal(sample);
      if (weir === 'none') return { flow: value, head: Number.NaN, velocity: value / section / 3600 };
      return {
        flow: over(value - headZero),
        head: value - headZero,
        velocity: over(value - headZero) / section / 3600,
      };
    },
  };
}

/**
 * Mode 4: `tips` since the last record times the bucket's `resolution`, or `interval` in mm. Hour, day, cumulative and
 * intensity need history, so they are what the device itself sends, else null.
 */
function rainfall(settings: Settings): Values {
  const resolution = settings.take('resolution', 'mm', 0.2);
  return {
    quantities: ['tips', 'interval', 'hour', 'day', 'cumulative', 'intensity'],
    convert: (sample) => ({
      interval: either(rainOf(amount(sample, 'tips'), resolution), amount(sample, 'interval')),
      hour: amount(sample, 'hour'),
      day: amount(sample, 'day'),
      cumulative: amount(sample, 'cumulative'),
      intensity: amount(sample, 'intensity'),
    }),
  };
}

/** Mode 4: volumetric water content in %, or from `permittivity` after Topp; conductivity in microsiemens/cm. */
function soilMoisture(settings: Settings): Values {
  const moisture = digitalSignal(settings, 'moisture', '%');
  const temperature = temperatureSignal(settings);
  return {
    quantities: ['moisture', 'temp', 'conductivity', 'permittivity'],
    convert: (sample) => ({
      moisture: either(moisture.signal(sample), 100 * toppMoisture(amount(sample, 'permittivity'))),
      temp: temperature.signal(sample),
      conductivity: amount(sample, 'conductivity'),
    }),
  };
}

/** degC. Mode 1: the thermistor of a vibrating-wire port; mode 9: platinum, `resistance` in ohm or `ratio` = R/R0. */
function temperature(settings: Settings, mode: number): Values {
  if (mode === 1) {
    const { signal, quantities } = temperatureSignal(settings);
    return { quantities, convert: (sample) => ({ temperature: signal(sample) }) };
  }
  if (mode === 9) {
    const zeroOhm = settings.take('R0', 'Ω', 100);
    return {
      quantities: ['resistance', 'ratio'],
      convert: (sample) => {
        const ohm = either(amount(sample, 'resistance'), amount(sample, 'ratio') * zeroOhm);
        return { temperature: platinumTemperature(ohm, zeroOhm) };
      },
    };
  }
  const { signal, quantities } =
    mode === 4 ? digitalSignal(settings, 'temperature', '°C') : loopSignal(settings, mode, '°C');
  return { quantities, convert: (sample) => ({ temperature: signal(sample) }) };
}

const weather = ['temp', 'humidity', 'airPressure', 'windSpeed', 'windDirection', 'radiation', 'noise', 'pm25', 'pm10'];

/** Mode 4: the station's values as they come. Wind direction: where the wind comes from. */
function environment(settings: Settings): Values {
  const first = digitalSignal(settings, 'temp', '°C');
  return {
    quantities: weather,
    convert: (sample) => ({
      temp: first.signal(sample),
      humidity: amount(sample, 'humidity'),
      airPressure: amount(sample, 'airPressure'),
      windSpeed: amount(sample, 'windSpeed'),
      windDirection: amount(sample, 'windDirection'),
      radiation: amount(sample, 'radiation'),
      noise: amount(sample, 'noise'),
      pm25: amount(sample, 'pm25'),
      pm10: amount(sample, 'pm10'),
    }),
  };
}

/**
 * Mode 4: `open` is 0 or 1 (or `closed` the other way round), `tilt` in degrees, `waterBelow` from the cover down to the water
 * in m, or `coverHeight` less the `level` over the bottom, `gas` in % of the lower explosive limit, `battery` in %.
 */
function manholeCover(settings: Settings): Values {
  const tilt = digitalSignal(settings, 'tilt', '°');
  const coverHeight = settings.may('coverHeight', 'm') ?? Number.NaN;
  return {
    quantities: ['open', 'closed', 'tilt', 'waterBelow', 'level', 'gas', 'battery'],
    convert: (sample) => ({
      open: either(amount(sample, 'open'), 1 - amount(sample, 'closed')),
      tilt: tilt.signal(sample),
      waterBelow: either(amount(sample, 'waterBelow'), coverHeight - amount(sample, 'level')),
      gas: amount(sample, 'gas'),
      battery: amount(sample, 'battery'),
    }),
  };
}

/** Mode 4: obscuration per metre in %, or from `dbm` in dB per metre (EN 54-7); temperature and battery as they come. */
function smoke(settings: Settings): Values {
  const obscuration = digitalSignal(settings, 'smoke', '%');
  return {
    quantities: ['smoke', 'dbm', 'temp', 'battery'],
    convert: (sample) => ({
      smoke: either(obscuration.signal(sample), 100 * (1 - 10 ** (-amount(sample, 'dbm') / 10))),
      temp: amount(sample, 'temp'),
      battery: amount(sample, 'battery'),
    }),
  };
}

export const waterFamilies = {
  waterLevel: { fields: ['level', 'depth', 'pressure', 'temp'], modes: [1, 2, 3, 4], build: waterLevel },
  flow: { fields: ['flow', 'head', 'velocity'], modes: [2, 3, 4], build: flow },
  rainfall: { fields: ['interval', 'hour', 'day', 'cumulative', 'intensity'], modes: [4], build: rainfall },
  soilMoisture: { fields: ['moisture', 'temp', 'conductivity'], modes: [4], build: soilMoisture },
  manholeCover: { fields: ['open', 'tilt', 'waterBelow', 'gas', 'battery'], modes: [4], build: manholeCover },
  smoke: { fields: ['smoke', 'temp', 'battery'], modes: [4], build: smoke },
  temperature: { fields: ['temperature'], modes: [1, 2, 3, 4, 9], build: temperature },
  environment: { fields: weather, modes: [4], build: environment },
} as const satisfies Record<string, FamilyRecipe>;
