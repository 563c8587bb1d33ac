/**
 * Surveys of a casing as people compare them: its joints from the top, what moved since a baseline, how each segment
 * leans against the one that holds it. n segments have n + 1 joints; the joint at the fixed end is held, every other one
 * is the free end of a segment. Displacements in mm, depths in m downwards. null = missing, and stays missing.
 */

export type FixedEnd = 'top' | 'bottom';
export type Column = readonly (number | null)[];

export interface Casing {
  /** Length of each segment in mm, from the top. */
  readonly lengthsMm: readonly number[];
  readonly fixedEnd: FixedEnd;
  /** Depth of the upper end of the first segment, m. */
  readonly topDepthM: number;
}

/** Depth of the joints 0..n in m: depth_j = top + sum of the lengths above. Source: ISO 18674-3, a casing that stands upright. */
export function jointDepths({ lengthsMm, topDepthM }: Casing): number[] {
  const depths = [topDepthM];
  let sumMm = 0;
  for (const lengthMm of lengthsMm) {
    sumMm += lengthMm;
    depths.push(Math.round((topDepthM + sumMm / 1000) * 1e6) / 1e6);
  }
  return depths;
}

/** The joint at the fixed end: the last of n + 1 where the bottom holds, the first where the top does. */
export const fixedJoint = (jointCount: number, fixedEnd: FixedEnd): number => (fixedEnd === 'top' ? 0 : jointCount - 1);

/**
 * The joints 0..n from the free ends of the segments (from the top) and the joint that holds them. That one is 0 unless
 * somebody surveyed how it moved.
 */
export const jointsOf = (freeEnds: Column, fixed: number | null, fixedEnd: FixedEnd): (number | null)[] =>
  fixedEnd === 'top' ? [fixed, ...freeEnds] : [...freeEnds, fixed];

const less = (value: number | null | undefined, from: number | null | undefined): number | null =>
  value === null || value === undefined || from === null || from === undefined ? null : value - from;

/** Movement of each joint since a baseline, mm: now - base. Both have the same joints. */
export const movementSince = (now: Column, base: Column): (number | null)[] =>
  now.map((value, joint) => less(value, base[joint]));

/**
 * Incremental displacement, mm: each joint less its neighbour towards the fixed end, that is what its own segment adds.
 * The fixed joint has no segment: null. The sum from the fixed end is the cumulative displacement again.
 */
export const incrementsOf = (joints: Column, fixedEnd: FixedEnd): (number | null)[] =>
  joints.map((value, joint) =>
    joint === fixedJoint(joints.length, fixedEnd)
      ? null
      : less(value, joints[fixedEnd === 'top' ? joint - 1 : joint + 1]),
  );

/**
 * The joints without a constant bias of the probe: the segments that lie whole below `firmFromM` are held to be at rest, so
 * that what they lean by for each metre, b = sum(increments) / sum(lengths), is the instrument's, and leaves every segment:
 * joint_j - b |z_j - z_fixed|. Null where no such segment is known. Source: ISO 18674-3 (systematic errors of a probe).
 */
export function withoutBias(
  joints: Column,
  { depthsM, fixedEnd }: { readonly depthsM: readonly number[]; readonly fixedEnd: FixedEnd },
  firmFromM: number,
): { readonly joints: (number | null)[]; readonly mmPerM: number } | null {
  const depth = (joint: number): number => depthsM[joint] ?? Number.NaN;
  let [sumMm, lengthM] = [0, 0];
  for (const [joint, step] of incrementsOf(joints, fixedEnd).entries()) {
    const neighbour = fixedEnd === 'top' ? joint - 1 : joint + 1;
    if (step === null || !(Math.min(depth(joint), depth(neighbour)) >= firmFromM)) continue;
    sumMm += step;
    lengthM += Math.abs(depth(joint) - depth(neighbour));
  }
  if (!(lengthM > 0)) return null;
  const mmPerM = sumMm / lengthM;
  const fixed = depth(fixedJoint(joints.length, fixedEnd));
  return {
    joints: joints.map((value, joint) => (value === null ? null : value - mmPerM * Math.abs(depth(joint) - fixed))),
    mmPerM,
  };
}

/** Resultant of two axes, mm: sqrt(x^2 + y^2), without a sign. */
export const resultantOf = (x: Column, y: Column): (number | null)[] =>
  x.map((value, joint) => {
    const other = y[joint];
    return value === null || other === null || other === undefined ? null : Math.hypot(value, other);
  });

/** The joint that moved farthest, by size; null where none has a value. Of equals the upper one. */
export function farthestOf(joints: Column): { readonly joint: number; readonly value: number } | null {
  let farthest: { joint: number; value: number } | null = null;
  for (const [joint, value] of joints.entries())
    if (value !== null && (farthest === null || Math.abs(value) > Math.abs(farthest.value)))
      farthest = { joint, value };
  return farthest;
}

/** A survey as it stands: the joints of both axes. */
export interface Joints {
  readonly x: Column;
  readonly y: Column;
}
export const axes = ['x', 'y', 'resultant'] as const;
export type Axis = (typeof axes)[number];
export const measures = ['cumulative', 'incremental'] as const;
export type Measure = (typeof measures)[number];

/** Returns the drawn numbers of a survey: one number for each joint, mm. */
export function profileOf({ x, y }: Joints, axis: Axis, measure: Measure, fixedEnd: FixedEnd): Column {
  const asMeasured = (column: Column): Column => (measure === 'incremental' ? incrementsOf(column, fixedEnd) : column);
  if (axis === 'resultant') return resultantOf(asMeasured(x), asMeasured(y));
  return asMeasured(axis === 'x' ? x : y);
}
