/** Physics of strain, anchors, struts and earth pressure. Forces in kN, strain in microstrain, pressure in kPa. */

import { dayMs } from '@plumbline/contract/kernel/durations';
import { frequencyOf } from '@plumbline/science/sensors/vibrating-wire';
import { bridge, encoderOf, rounded } from './encode.ts';
import type { FamilyModel, Model, Setting } from './model.ts';
import { creep, wander, white } from './noise.ts';

/** Encoder of a strain: gauge with a wire, bridge, or digital. */
function strainEncoder(mode: number, f0: number) {
  if (mode === 6 || mode === 7 || mode === 8) return bridge(mode);
  return encoderOf(mode, { field: 'strain', zero: -1500, span: 3000, decimals: 2, tension: true, k: 3.94 }, f0);
}

/** A girder: shrinks and creeps, and strains with the temperature that it cannot follow; traffic on top. */
function structuralDeformation({ seed, mode, pick, weather, age, push }: Setting): Model {
  const encoder = strainEncoder(mode, rounded(pick(820, 980), 1));
  const [rest, yearly, thermal] = [pick(-120, -40), pick(-30, -8), pick(2, 5)];
  const quantities = mode === 4 ? ['strain', 'deflection', 'convergence', 'temp'] : encoder.quantities;
  return {
    parameters: encoder.parameters,
    quantities,
    sample: (at) => {
      const temperature = weather.inside(at, 0.35);
      const aged = creep(seed + 1, age(at) * 5) / 5;
      const traffic = 2.5 * Math.abs(white(seed + 2, at)) * (1.4 + weather.daily(at));
      const strain =
        rest + yearly * aged + thermal * (temperature - 16) + traffic + 0.6 * white(seed + 3, at) + push(at);
      const sample = encoder.encode(strain, temperature);
      if (mode !== 4) return sample;
      const deflection = rounded(-4 + 0.03 * (strain - rest) + 0.02 * white(seed + 4, at), 3);
      const convergence = rounded(-1.5 * aged - 0.03 * push(at) + 0.02 * white(seed + 5, at), 3);
      return { ...sample, deflection, convergence };
    },
  };
}

const strings = 4;

/** An anchor: loses some of its lock-off force, quickly at first, and feels rain and temperature. */
function anchorForce({ seed, mode, pick, weather, age, push }: Setting): Model {
  const lock = pick(240, 520);
  const force = (at: number, temperature: number) => {
    const loss = 0.018 * Math.log1p(Math.max(0, age(at)) * 60);
    const felt = 0.12 * weather.wetness(at, 6) + 0.35 * (temperature - 16);
    return lock * (1 - loss) + felt + 0.4 * wander(seed + 2, at, 2 * dayMs) + 0.15 * white(seed + 3, at) + push(at);
  };
  if (mode === 8) {
    const parameters = { fullScale: 1000, ratedOutput: 2.0015, r0: 0.011 };
    return {
      parameters,
      quantities: ['ratio', 'temperature'],
      sample: (at) => {
        const temperature = weather.inside(at, 0.5);
        const now = parameters.r0 + (force(at, temperature) * parameters.ratedOutput) / parameters.fullScale;
        return { ratio: rounded(now, 6), temperature: rounded(temperature, 1) };
      },
    };
  }
  const k = 0.25;
  const zero = Array.from({ length: strings }, () => rounded(pick(2650, 2750), 1));
  const lean = Array.from({ length: strings }, () => pick(-0.06, 0.06));
  const mean = lean.reduce((a, b) => a + b, 0) / strings;
  const parameters: Record<string, number> = { K: k, Kt: -0.06, t0: 20, f0: zero[0] as number };
  for (const [i, f0] of zero.entries()) parameters[`f0${i + 1}`] = f0;
  return {
    parameters,
    quantities: ['frequency', 'temperature'],
    sample: (at) => {
      const temperature = weather.inside(at, 0.5);
      const fall = (force(at, temperature) + 0.06 * (temperature - 20)) / k;
      const frequency = zero.map((f0, i) => {
        const share = 1 + (lean[i] as number) - mean;
        return rounded(frequencyOf((f0 * f0) / 1000 - fall * share), 2);
      });
      return { frequency, temperature: rounded(temperature, 1) };
    },
  };
}

/** Earth against a wall: more when wet, a little less in winter. */
function soilPressure({ seed, mode, pick, weather, age, push }: Setting): Model {
  const encoder = encoderOf(
    mode,
    { field: 'pressure', zero: 0, span: 400, decimals: 2, perDegree: 0.03 },
    rounded(pick(2800, 3000), 1),
  );
  const rest = pick(60, 140);
  return {
    parameters: encoder.parameters,
    quantities: encoder.quantities,
    sample: (at) => {
      const temperature = weather.inside(at, 0.9);
      const slow = 3 * weather.season(at - 40 * dayMs) + (2 * creep(seed + 1, age(at) * 4)) / 4;
      const wet = 0.16 * weather.wetness(at, 9);
      return encoder.encode(rest + slow + wet + 0.08 * white(seed + 2, at) + push(at), temperature);
    },
  };
}

/** A steel strut of a pit (609 x 16 mm): compression, more on warm days, for the pit holds its ends. */
function axialForce({ seed, mode, pick, weather, age, push }: Setting): Model {
  const steel = { modulus: 2.06e5, area: 29800 };
  const encoder =
    mode === 4
      ? encoderOf(4, { field: 'force', zero: 0, span: 4000, decimals: 2 }, 0)
      : strainEncoder(mode, rounded(pick(820, 980), 1));
  const [rest, perDegree] = [pick(700, 1300), pick(8, 14)];
  return {
    parameters: { ...encoder.parameters, ...steel },
    quantities: mode === 4 ? ['force', 'strain', 'temp'] : encoder.quantities,
    sample: (at) => {
      const temperature = weather.inside(at, 0.1);
      const dug = (40 * creep(seed + 1, age(at) * 8)) / 8;
      const force = rest + dug + perDegree * (temperature - 16) + 1.5 * white(seed + 2, at) + push(at);
      const strain = (-force * 1e9) / (steel.modulus * steel.area);
      if (mode === 4) return { ...encoder.encode(force, temperature), strain: rounded(strain, 2) };
      return encoder.encode(strain, temperature);
    },
  };
}

export const loadModels = {
  structuralDeformation: { modes: [1, 4, 6, 7, 8], build: structuralDeformation },
  anchorForce: { modes: [1, 8], build: anchorForce },
  soilPressure: { modes: [1, 2, 3, 4], build: soilPressure },
  axialForce: { modes: [1, 4, 6, 7, 8], build: axialForce },
} as const satisfies Record<string, FamilyModel>;
