/**
 * What a formula can call: a closed list. Every function takes numbers and gives a number; NaN means "cannot
 * calculate" and goes through everything that is done with it.
 */

import { engineeringFunctions } from './engineering.ts';

const degree = Math.PI / 180;

/** Half away from zero, at `digits` decimals: round(2.5) = 3, round(-2.5) = -3. */
function round(x: number, digits = 0): number {
  const scale = 10 ** Math.trunc(digits);
  return (Math.sign(x) * Math.round(Math.abs(x) * scale)) / scale;
}

function average(...values: number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

export interface FormulaFunction {
  readonly min: number;
  readonly max: number;
  readonly apply: (...values: number[]) => number;
}

const one = (apply: (x: number) => number): FormulaFunction => ({ min: 1, max: 1, apply });
const two = (apply: (a: number, b: number) => number): FormulaFunction => ({
  min: 2,
  max: 2,
  apply: apply as FormulaFunction['apply'],
});
const many = (apply: FormulaFunction['apply']): FormulaFunction => ({ min: 1, max: 32, apply });

/** A Map, not an object: a name such as `constructor` is simply not in it. Angles in radians; sind, cosd, tand in degrees. */
export const formulaFunctions: ReadonlyMap<string, FormulaFunction> = new Map<string, FormulaFunction>([
  ['sin', one(Math.sin)],
  ['cos', one(Math.cos)],
  ['tan', one(Math.tan)],
  ['asin', one(Math.asin)],
  ['acos', one(Math.acos)],
  ['atan', one(Math.atan)],
  ['atan2', two(Math.atan2)],
  ['sind', one((x) => Math.sin(x * degree))],
  ['cosd', one((x) => Math.cos(x * degree))],
  ['tand', one((x) => Math.tan(x * degree))],
  ['sqrt', one(Math.sqrt)],
  ['abs', one(Math.abs)],
  ['min', many(Math.min)],
  ['max', many(Math.max)],
  ['avg', many(average)],
  ['ln', one(Math.log)],
  ['log10', one(Math.log10)],
  ['exp', one(Math.exp)],
  ['pow', two((a, b) => a ** b)],
  ['round', { min: 1, max: 2, apply: round }],
  ['floor', one(Math.floor)],
  ['ceil', one(Math.ceil)],
  ...engineeringFunctions.map(([name, min, max, apply]) => [name, { min, max, apply }] as const),
]);

export const formulaConstants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);
