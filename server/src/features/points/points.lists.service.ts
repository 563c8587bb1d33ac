/** Whole projects of points at once: the console's list, the table of every editable field, the checklist. */
import type { points } from '@plumbline/contract/points';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { checklist as checklistOf } from './points.checklist.api.ts';
import * as lists from './points.lists.table.ts';

type Input<K extends keyof typeof points> = OutputOf<(typeof points)[K]['input']>;

export const rows = ({ db, now }: Context, input: Input<'rows'>) => lists.rows(db, now(), input);

export const table = ({ db }: Context, input: Input<'table'>) => lists.tableRows(db, input);

export async function checklist({ db }: Context, { projectId }: Input<'checklist'>) {
  const { missing, ...counted } = await checklistOf(db, projectId);
  return { ...counted, missing: missing.map((each) => ({ ...each, gaps: [...each.gaps] })) };
}
