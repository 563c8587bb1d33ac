/** A settlement line as people look at it. null = missing, and stays missing. */
import type { Column } from '../profiles/survey.ts';

/**
 * Movement as it is shown, mm. Sign 1: settlement, downwards positive, the negative of what is stored; -1: upwards
 * positive. Source: domain reference 2.2.
 */
export const settlementOf = (up: Column, sign: 1 | -1): (number | null)[] =>
  up.map((value) => (value === null ? null : sign === 1 ? 0 - value : value));

/** Difference between the ends of each segment, mm per m, at its far joint: 1000 (v_j - v_j-1) / L_j. Joint 0 has none. */
export const differentialsOf = (values: Column, lengthsMm: readonly number[]): (number | null)[] =>
  values.map((value, joint) => {
    const [before, length] = [values[joint - 1] ?? null, lengthsMm[joint - 1]];
    return value === null || before === null || length === undefined ? null : (1000 * (value - before)) / length;
  });
