/** Physics of points that lie on one line or in one section: each takes its part in what the whole does. mm, degrees. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { rounded } from './encode.ts';
import type { Model, Setting, SimulatedMember } from './model.ts';
import { creep, wander, white } from './noise.ts';

const degree = Math.PI / 180;

/** Levels in one circuit of liquid: all rise and fall with its temperature, each sinks by its own part. */
function cell({ sinksMm }: { readonly sinksMm: number }, { seed, pick, weather, age, push }: Setting): Model {
  const level = pick(95, 135);
  return {
    parameters: {},
    quantities: ['strain', 'deflection', 'convergence', 'temp'],
    sample: (at) => {
      const temperature = weather.inside(at, 0.3);
      // The whole circuit: the same in every cell.
      const liquid = 0.09 * (temperature - 16);
      const sunk = (sinksMm * creep(11, age(at) * 8)) / 8;
      const deflection = level + liquid + sunk + 0.03 * white(seed + 1, at) + push(at);
      return { strain: null, deflection: rounded(deflection, 3), convergence: null, temp: rounded(temperature, 2) };
    },
  };
}

function beam(
  { lengthMm, fromMm, toMm }: { readonly lengthMm: number; readonly fromMm: number; readonly toMm: number },
  { seed, pick, weather, age, push }: Setting,
): Model {
  const level = rounded(pick(-0.4, 0.4), 4);
  return {
    parameters: {},
    quantities: ['x', 'y', 'temp'],
    sample: (at) => {
      const part = creep(12, age(at) * 7) / 7;
      const turned = Math.asin(((fromMm - toMm) * part) / lengthMm) / degree;
      const x = level + turned + 0.0004 * weather.daily(at) + 0.0003 * white(seed + 1, at) + push(at);
      const y = -0.3 * level + 0.0006 * weather.daily(at) + 0.0003 * white(seed + 2, at);
      return { x: rounded(x, 5), y: rounded(y, 5), temp: rounded(weather.inside(at, 0.3), 2) };
    },
  };
}

/** Read by a total station: most of the movement in the first weeks behind the face, then nothing more. */
function prism(
  { place: [e0, n0, h0], moves }: Extract<SimulatedMember, { kind: 'prism' }>,
  { seed, age, push }: Setting,
): Model {
  return {
    parameters: { e0, n0, h0 },
    quantities: ['dx', 'dy', 'dh'],
    sample: (at) => {
      const share = 1 - Math.exp(-9 * Math.max(0, age(at)));
      const [dx, dy, dh] = moves.map((mm, i) => {
        const air = 0.12 * wander(seed + 10 * i, at, dayMs / 4) + 0.15 * white(seed + 10 * i + 1, at);
        return rounded(mm * share + air + (i === 2 ? push(at) : 0), 2);
      });
      return { dx: dx ?? null, dy: dy ?? null, dh: dh ?? null };
    },
  };
}

export function memberModel(member: SimulatedMember, setting: Setting): Model {
  if (member.kind === 'cell') return cell(member, setting);
  return member.kind === 'beam' ? beam(member, setting) : prism(member, setting);
}
