/** Bounds of a number that arrives: what cannot be true by them is held and not stored. */
import { z } from 'zod';

const finite = z.number().min(-1e12).max(1e12);

/** Bounds of rows of register maps and formats, and of positions; null = not bounded. */
export const boundFields = {
  minimum: finite
    .nullable()
    .default(null)
    .describe('What can be measured at least, after scale and offset; what is less is held and not stored'),
  maximum: finite.nullable().default(null).describe('The same at most'),
  jump: finite
    .min(0)
    .nullable()
    .default(null)
    .describe(
      'The furthest that two numbers in a row can lie apart; one that is further is held until the next confirms it',
    ),
};

/** Returns whether a range leaves room for a number; one that is turned around would hold everything. */
export const isRange = (row: { readonly minimum: number | null; readonly maximum: number | null }): boolean =>
  row.minimum === null || row.maximum === null || row.minimum <= row.maximum;
