/** Physics of chains that are no casing: a settlement trough, the face slab of a dam, a ring that ovalises. mm, degrees. */
import { type ChainForm, chainForms } from '@plumbline/science/sensors/chain';
import { rounded } from './encode.ts';
import type { Model, Setting } from './model.ts';
import { creep, white } from './noise.ts';

const degree = Math.PI / 180;

const numbered = (prefix: string, values: readonly number[]): Record<string, number> =>
  Object.fromEntries(values.map((value, i) => [`${prefix}${i + 1}`, value]));
const form = (name: ChainForm) => chainForms.indexOf(name);
const noise = (seed: number, i: number, at: number): number => 0.0004 * white(seed + 10 + i, at);

/** Ground that sinks over a tunnel or under a bank: a trough that deepens, fastest at first. */
function horizontal({ seed, pick, nodeCount, age, push, weather }: Setting): Model {
  const length = 2000;
  const middle = nodeCount * pick(0.45, 0.6);
  const width = nodeCount * pick(0.16, 0.22);
  const yearly = pick(18, 26);
  const depth = (joint: number): number => Math.exp(-(((joint - middle) / width) ** 2) / 2);
  const initial = Array.from({ length: nodeCount }, () => rounded(pick(-0.8, 0.8), 4));
  return {
    parameters: { form: form('horizontal'), segmentMm: length, ...numbered('ix', initial) },
    quantities: ['x'],
    sample: (at) => {
      const sunk = (yearly * creep(seed + 1, age(at) * 6)) / 6 + 0.02 * weather.wetness(at, 10) + push(at);
      const x = initial.map((start, i) => {
        const rise = -sunk * (depth(i + 1) - depth(i));
        return rounded(Math.asin(Math.sin(start * degree) + rise / length) / degree + noise(seed, i, at), 5);
      });
      return { x };
    },
  };
}

/** A slab that the water pushes into the fill: a belly between plinth and crest, and a little at the crest. */
function panel({ seed, pick, nodeCount, age, push, weather }: Setting): Model {
  const length = 2000;
  const angle = 35.8;
  const yearly = pick(14, 20);
  const share = (joint: number): number => {
    const way = joint / nodeCount;
    return 0.9 * Math.sin(Math.PI * way ** 0.85) + 0.2 * way;
  };
  const initial = Array.from({ length: nodeCount }, () => rounded(angle + pick(-0.3, 0.3), 4));
  return {
    parameters: {
      form: form('panel'),
      segmentMm: length,
      panelAngle: angle,
      plinthElevation: 74.5,
      ...numbered('ix', initial),
    },
    quantities: ['x'],
    sample: (at) => {
      const pushed = (yearly * creep(seed + 1, age(at) * 6)) / 6 + 0.03 * weather.wetness(at, 20) + push(at);
      const x = initial.map((start, i) => {
        const step = pushed * (share(i + 1) - share(i));
        return rounded(start - Math.asin(step / length) / degree + noise(seed, i, at), 5);
      });
      return { x };
    },
  };
}

/** Where a chain in a tunnel section begins, and how far it goes around counter-clockwise, rad from the right. */
const places = {
  /** From the invert all around. */
  ring: { from: -Math.PI / 2, sweep: 2 * Math.PI },
  /** From the right springing over the crown to the left one. */
  arc: { from: 0, sweep: Math.PI },
} as const;

/** A tunnel ring, or its arch, under load: flatter at the crown, wider at the sides; most of it in the first months. */
const section =
  (name: keyof typeof places) =>
  (setting: Setting): Model => {
    const { seed, pick, nodeCount, age, push, weather } = setting;
    const { from, sweep } = places[name];
    const jointCount = name === 'ring' ? nodeCount : nodeCount + 1;
    const radius = 3100;
    const out = pick(5, 7);
    const uneven = Array.from({ length: jointCount }, () => pick(-3, 3));
    const nodes = (ovality: number) =>
      uneven.map((own, k) => {
        const theta = from + (sweep * k) / nodeCount;
        const distance = radius + own + ovality * Math.cos(2 * theta);
        return [distance * Math.cos(theta), distance * Math.sin(theta)] as const;
      });
    const sides = (ovality: number) => {
      const all = nodes(ovality);
      return all.slice(0, nodeCount).map(([x, y], k) => {
        const [toX, toY] = all[(k + 1) % jointCount] as readonly [number, number];
        // Counter-clockwise: directions go up with the nodes.
        const direction = (Math.atan2(toY - y, toX - x) / degree + 360) % 360;
        return { direction: rounded(direction, 5), length: rounded(Math.hypot(toX - x, toY - y), 1) };
      });
    };
    const initial = sides(0);
    return {
      parameters: {
        form: form(name),
        ...numbered(
          'length',
          initial.map(({ length }) => length),
        ),
        ...numbered(
          'ix',
          initial.map(({ direction }) => direction),
        ),
      },
      quantities: ['x'],
      sample: (at) => {
        const settled = 1 - Math.exp(-3 * Math.max(0, age(at)));
        const ovality = out * settled + 0.004 * weather.daily(at) + 0.05 * creep(seed + 1, age(at)) + push(at);
        return { x: sides(ovality).map(({ direction }, i) => rounded(direction + noise(seed, i, at), 5)) };
      },
    };
  };

export const chainModels = { horizontal, panel, ring: section('ring'), arc: section('arc') } as const;
