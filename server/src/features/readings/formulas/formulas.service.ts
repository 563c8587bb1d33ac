/** Formulas: what the system's own conversion of a family asks for, and whether a custom one can be read. Stores nothing. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Family, families } from '@plumbline/contract/points/families';
import type { formulas } from '@plumbline/contract/readings/formulas';
import { compile, type Formula, FormulaError } from '@plumbline/science/formulas/language';
import { recipe } from '@plumbline/science/sensors/recipes';
import type { Context } from '../../../kernel/context.ts';

type Input<K extends keyof typeof formulas> = OutputOf<(typeof formulas)[K]['input']>;

/** Throws badInput where the family cannot be measured in that mode. */
export async function system(_: Context, { family, mode }: Input<'system'>) {
  const known: Family = families[family];
  if (!(known.modes as readonly number[]).includes(mode))
    throw new Failure('badInput', [{ path: 'mode', message: 'modeOfFamily', code: 'custom' }]);
  const { parameters, quantities } = recipe({ family, mode, parameters: {} });
  return { parameters: [...parameters], quantities: [...quantities] };
}

/** Throws formulaIllegal with the character, or formulaCannotCalculate where the result is no finite number. */
export async function check(_: Context, { source, values }: Input<'check'>) {
  const names = Object.keys(values);
  let formula: Formula;
  try {
    formula = compile(source, names);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    throw new Failure('formulaIllegal', { at: error.at, reason: error.reason });
  }
  const value = formula.evaluate(Float64Array.from(Object.values(values)));
  if (value === null) throw new Failure('formulaCannotCalculate', { uses: formula.uses });
  return { value, uses: [...formula.uses] };
}
