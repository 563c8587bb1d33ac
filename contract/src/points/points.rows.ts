import { z } from 'zod';
import type { ErrorName } from '../kernel/errors.ts';

/** Why one row of many is not taken: in the names of the error catalogue, so that a table can say it beside the cell. */
export const RowProblem = z
  .object({
    row: z.int().describe('Index of the row, from 0'),
    path: z.string().describe('The field, such as `name` or `parameters.K`; empty = the whole row'),
    error: z.string().describe('Name in the error catalogue') as unknown as z.ZodType<ErrorName, ErrorName>,
    message: z.string().optional().describe('badInput alone: what is wrong, as in the issues of a form'),
    code: z.string().optional().describe('badInput alone: the kind of the issue, where its message is no name'),
    detail: z.unknown().optional(),
    cell: z.string().optional().describe('Of a sheet alone: the cell as a spreadsheet names it, such as `C7`'),
  })
  .meta({ id: 'RowProblem' });
export type RowProblem = z.output<typeof RowProblem>;

/** Most rows of one request that adds or initialises; a change of existing points may be larger. */
export const rowLimits = { create: 1_000, init: 1_000, edit: 10_000 } as const;
