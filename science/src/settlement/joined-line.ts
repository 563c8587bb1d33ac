/**
 * Points that are joined in order to one line, and what each place of it moved. Movements in mm, up positive; settlement is
 * the negative. What is missing (NaN) is unknown, and so is everything that is known only by way of it.
 */
import { chainedUp } from './hydrostatic.ts';
import { upOf } from './tilt-line.ts';

export interface LevelledLine {
  /** How far the liquid of each cell rose in its vessel since the reference time: level - initial level, mm. */
  readonly risenMm: readonly number[];
  /**
   * Places of cells with which another circuit of liquid begins. Such a cell hangs on the bracket of the cell before it:
   * both move together. Ascending.
   */
  readonly turns: readonly number[];
  /** Place of the cell that is held to be firm. */
  readonly fixed: number;
}

/**
 * Movement of hydrostatic cells, circuit by circuit from the firm one: up_i = -(risen_i - risen_r) + up_r, where r is the
 * cell that the circuit shares its bracket with. Source: domain.md 3.5 (chained references).
 */
export function levelledUp({ risenMm, turns, fixed }: LevelledLine): number[] {
  const starts = [0, ...turns.filter((place) => place > 0 && place < risenMm.length)];
  const circuits = starts.map((from, i) => ({ from, cells: risenMm.slice(from, starts[i + 1] ?? risenMm.length) }));
  const firm = circuits.findLastIndex(({ from }) => from <= fixed);
  // In the order in which they can be known: the firm one, those after it, then those before it.
  const places = circuits.map((_, i) => i);
  const order = [...places.slice(firm), ...places.slice(0, firm).reverse()];
  const ups = chainedUp(
    order.map((i) => {
      const { from, cells } = circuits[i] as (typeof circuits)[number];
      const last = cells.length - 1;
      const before = (circuits[i - 1]?.cells.length ?? 1) - 1;
      return {
        levelMm: cells,
        initialLevelMm: cells.map(() => 0),
        ...(i === firm
          ? { referenceIndex: fixed - from }
          : i > firm
            ? { referenceIndex: 0, turnsOn: { chain: order.indexOf(i - 1), cell: before } }
            : { referenceIndex: last, turnsOn: { chain: order.indexOf(i + 1), cell: 0 } }),
      };
    }),
  );
  return circuits.flatMap((_, i) => [...(ups[order.indexOf(i)] ?? [])]);
}

export interface BeamLine {
  /** Of each beam in order, mm. */
  readonly lengthsMm: readonly number[];
  /** Inclination of each beam from the horizontal, degrees, positive when its far end is up; and at the reference time. */
  readonly tiltDeg: readonly number[];
  readonly initialTiltDeg: readonly number[];
  /** The joint that is held to be firm, 0..n. */
  readonly fixedJoint: number;
}

/** Movement of the n + 1 joints of n beams: up_k = sum L_i (sin t_i - sin t_i0) from the firm joint, both ways. Source: domain.md 3.6. */
export function beamsUp({ lengthsMm, tiltDeg, initialTiltDeg, fixedJoint }: BeamLine): number[] {
  const part = (from: number, to: number, fixedEnd: 'first' | 'last') => [
    ...upOf({
      lengthsMm: lengthsMm.slice(from, to),
      tiltDeg: tiltDeg.slice(from, to),
      initialTiltDeg: initialTiltDeg.slice(from, to),
      fixedEnd,
    }),
  ];
  return [...part(0, fixedJoint, 'last').slice(0, -1), ...part(fixedJoint, lengthsMm.length, 'first')];
}

/**
 * Chains joined end to end: each is given by the movement of its joints from its own fixed end, and the last joint of one is
 * the first of the next. `fixed` is the chain whose own fixed end holds them all.
 */
export function joinedUp(chains: readonly (readonly number[])[], fixed: number): number[][] {
  const joined: number[][] = chains.map((chain) => [...chain]);
  const shift = (i: number, by: number): void => {
    joined[i] = (chains[i] ?? []).map((up) => up + by);
  };
  for (let i = fixed + 1; i < chains.length; i++)
    shift(i, (joined[i - 1]?.at(-1) ?? Number.NaN) - (chains[i]?.[0] ?? Number.NaN));
  for (let i = fixed - 1; i >= 0; i--) shift(i, (joined[i + 1]?.[0] ?? Number.NaN) - (chains[i]?.at(-1) ?? Number.NaN));
  return joined;
}

/** Distance of each place from the first, m, along the ways between them: s_0 = 0, s_i = s_{i-1} + |P_i - P_{i-1}|. */
export function lineChainages(places: readonly { readonly eastM: number; readonly northM: number }[]): number[] {
  let sum = 0;
  return places.map(({ eastM, northM }, i) => {
    const before = places[i - 1];
    if (before) sum += Math.hypot(eastM - before.eastM, northM - before.northM);
    return sum;
  });
}
