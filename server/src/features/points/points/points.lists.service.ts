/** Whole projects of points at once: the console's list, the table of every editable field. */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { points } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import * as lists from './points.lists.api.ts';

type Input<K extends keyof typeof points> = OutputOf<(typeof points)[K]['input']>;

export const rows = ({ db, now }: Context, input: Input<'rows'>) => lists.rows(db, now(), input);

export const table = ({ db }: Context, input: Input<'table'>) => lists.tableRows(db, input);
