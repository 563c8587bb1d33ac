/** Physics of displacement, tilt, cracks, track and vibration. Lengths in mm, angles in degrees. */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { chainModels } from './chains.ts';
import { encoderOf, rounded } from './encode.ts';
import type { FamilyModel, Model, Setting } from './model.ts';
import { creep, dice, hash, wander, white } from './noise.ts';

const degree = Math.PI / 180;

/** A slope that slides on a surface at about half of the depth: the nodes above it move together, and faster when wet. */
function slope({ seed, pick, weather, nodeCount, age, push }: Setting): Model {
  const length = 1000;
  const slip = nodeCount * pick(0.45, 0.7);
  const yearly = pick(4, 12);
  const side = pick(-0.35, 0.35);
  // Share of the top's movement that each segment takes up; the shares add up to 1.
  const weights = Array.from({ length: nodeCount }, (_, i) => {
    const reach = (i + 0.5 - slip) / 1.3;
    return Math.exp(-reach * reach) + 0.01;
  });
  const whole = weights.reduce((a, b) => a + b, 0);
  const initial = weights.map(() => [rounded(pick(-1.5, 1.5), 4), rounded(pick(-1.5, 1.5), 4)] as const);
  const parameters: Record<string, number> = { segmentMm: length };
  for (const [i, [x, y]] of initial.entries()) {
    parameters[`ix${i + 1}`] = x;
    parameters[`iy${i + 1}`] = y;
  }
  const tilted = (start: number, movement: number, noise: number) =>
    rounded(Math.asin(Math.sin(start * degree) + movement / length) / degree + noise, 5);
  return {
    parameters,
    quantities: ['x', 'y'],
    sample: (at) => {
      const top = (yearly * creep(seed + 1, age(at) * 9)) / 9 + 0.012 * weather.wetness(at, 8) + push(at);
      const x = new Array<number>(nodeCount);
      const y = new Array<number>(nodeCount);
      for (let i = 0; i < nodeCount; i++) {
        const share = (weights[i] as number) / whole;
        const [x0, y0] = initial[i] as readonly [number, number];
        const warm = i < 3 ? 0.0006 * weather.daily(at) : 0;
        x[i] = tilted(x0, top * share, 0.0003 * white(seed + 10 + i, at) + warm);
        y[i] = tilted(y0, top * share * side, 0.0003 * white(seed + 400 + i, at) + warm);
      }
      return { x, y };
    },
  };
}

/** A chain of tilt segments, by the way in which it lies: a casing in a slope unless told. */
const deepDisplacement = (setting: Setting): Model =>
  setting.form === undefined ? slope(setting) : chainModels[setting.form](setting);

/** GNSS: creep in one direction and down, multipath that comes back every day, now and then no fixed solution. */
function surfaceDisplacement({ seed, pick, weather, age, push, towardsDeg, offsetM, site }: Setting): Model {
  // The points of a site are neighbours, whatever their seeds.
  const onSite = dice(site);
  const [east, north] = [pick(-150, 150), pick(-150, 150)];
  const base = {
    e0: rounded(onSite(480_000, 520_000) + (offsetM?.[0] ?? east), 4),
    n0: rounded(onSite(3_300_000, 3_400_000) + (offsetM?.[1] ?? north), 4),
    h0: rounded(onSite(40, 280) + pick(0, 20), 4),
  };
  const anywhere = pick(0, 360);
  const azimuth = (towardsDeg ?? anywhere) * degree;
  const yearly = pick(5, 18);
  return {
    parameters: base,
    quantities: ['east', 'north', 'height', 'solution'],
    sample: (at) => {
      const moved = (yearly * creep(seed + 1, age(at) * 6)) / 6 + 0.01 * weather.wetness(at, 10) + push(at);
      const sidereal = at % (dayMs - 236_000);
      const echo = (axis: number) => 0.8 * wander(seed + axis, sidereal, 2 * hourMs) + 0.6 * white(seed + axis + 1, at);
      const chance = hash(seed + 9, at);
      return {
        east: rounded(base.e0 + (moved * Math.sin(azimuth) + echo(20)) / 1000, 4),
        north: rounded(base.n0 + (moved * Math.cos(azimuth) + echo(30)) / 1000, 4),
        height: rounded(base.h0 + (-0.45 * moved + 2 * echo(40)) / 1000, 4),
        solution: chance < 0.003 ? 1 : chance < 0.012 ? 5 : 4,
      };
    },
  };
}

/** A pier or a wall: leans slowly, and every day a little with the sun. */
function tilt({ seed, mode, pick, weather, age, push }: Setting): Model {
  const range = { field: 'x', zero: -5, span: 10, decimals: 4 };
  const encoder = encoderOf(mode, range, 0);
  const [x0, y0, yearly, sun] = [pick(-0.4, 0.4), pick(-0.4, 0.4), pick(0.004, 0.02), pick(0.002, 0.006)];
  return {
    parameters: encoder.parameters,
    quantities: mode === 4 ? ['x', 'y', 'temp'] : encoder.quantities,
    sample: (at) => {
      const temperature = weather.inside(at, 0.2);
      const lean = (yearly * creep(seed + 1, age(at) * 6)) / 6;
      const x = x0 + lean + sun * weather.daily(at - 2 * hourMs) + 0.0006 * white(seed + 2, at) + push(at);
      const y = y0 - 0.4 * lean + 0.6 * sun * weather.daily(at - 5 * hourMs) + 0.0006 * white(seed + 3, at);
      if (mode === 4) return { ...encoder.encode(x, temperature), y: rounded(y, 4) };
      const quantity = encoder.quantities[0] as string;
      const both = [encoder.encode(x, temperature)[quantity], encoder.encode(y, temperature)[quantity]] as number[];
      return { [quantity]: both };
    },
  };
}

/** Traffic by the hour, and now and then a blast. mm/s. */
function vibration({ seed, pick, weather, push }: Setting): Model {
  const baseAmplitude = pick(0.05, 0.2);
  const tone = pick(6, 24);
  return {
    parameters: {},
    quantities: ['peakX', 'peakY', 'peakZ', 'rms', 'frequency'],
    sample: (at) => {
      const hour = weather.hour(at);
      const traffic = 1 + 1.6 * Math.exp(-(((hour - 8.5) / 2) ** 2)) + 1.4 * Math.exp(-(((hour - 18) / 2.5) ** 2));
      const blast = hash(seed + 5, Math.floor(at / (10 * 60_000))) < 0.002 ? 7 : 1;
      const size = baseAmplitude * traffic * blast * Math.exp(0.35 * white(seed + 1, at));
      const x = size * (0.8 + 0.2 * hash(seed + 2, at)) + Math.max(0, push(at));
      return {
        peakX: rounded(x, 3),
        peakY: rounded(size * (0.5 + 0.4 * hash(seed + 3, at)), 3),
        peakZ: rounded(size * (0.4 + 0.4 * hash(seed + 4, at)), 3),
        rms: rounded(x / (3.2 + 0.6 * hash(seed + 6, at)), 4),
        frequency: rounded(tone * (1 + 0.12 * white(seed + 7, at)), 2),
      };
    },
  };
}

/** Rails: the gauge breathes with the temperature, the geometry settles slowly. */
function track({ seed, pick, weather, age, push }: Setting): Model {
  const rest = Array.from({ length: 5 }, () => pick(-1.5, 1.5));
  return {
    parameters: {},
    quantities: ['gauge', 'superelevation', 'twist', 'longitudinal', 'alignment'],
    sample: (at) => {
      const settled = creep(seed + 1, age(at) * 6) / 6;
      const value = (i: number, yearly: number, thermal: number) =>
        (rest[i] as number) + yearly * settled + thermal * weather.daily(at) + 0.05 * white(seed + 10 + i, at);
      return {
        gauge: rounded(value(0, 0.3, 0.12) + push(at), 3),
        superelevation: rounded(value(1, 0.8, 0.05), 3),
        twist: rounded(0.3 * value(2, 0.4, 0.02), 3),
        longitudinal: rounded(value(3, -1.2, 0.1), 3),
        alignment: rounded(value(4, 0.5, 0.15), 3),
      };
    },
  };
}

/** A crack in concrete: closes when it is warm, opens a little every year. */
function crack({ seed, mode, pick, weather, age, push }: Setting): Model {
  const range = { field: 'opening', zero: -10, span: 50, decimals: 4, tension: true, perDegree: 0.0004 };
  const encoder = encoderOf(mode, range, rounded(pick(1900, 2200), 1));
  const [width, yearly, thermal] = [pick(0.3, 1.6), pick(0.05, 0.25), pick(0.006, 0.014)];
  return {
    parameters: encoder.parameters,
    quantities: encoder.quantities,
    sample: (at) => {
      const temperature = weather.inside(at, 0.45);
      const breath = -thermal * (temperature - 16) + 0.004 * wander(seed + 2, at, dayMs);
      const opening =
        width + (yearly * creep(seed + 1, age(at) * 5)) / 5 + breath + 0.0015 * white(seed + 3, at) + push(at);
      return encoder.encode(opening, temperature);
    },
  };
}

export const movementModels = {
  deepDisplacement: { modes: [5], nodes: true, build: deepDisplacement },
  surfaceDisplacement: { modes: [4], build: surfaceDisplacement },
  tilt: { modes: [4, 2, 3], build: tilt },
  vibration: { modes: [4], build: vibration },
  track: { modes: [4], build: track },
  crack: { modes: [1, 4, 2, 3, 9], build: crack },
} as const satisfies Record<string, FamilyModel>;
