/** What reports ask of how alerts were handled: the figures of the screen. */
import type { AlertFigures } from '@plumbline/contract/alerts/analytics';
import type { Db } from '../../../kernel/context.ts';
import { byLevel, noFigures, waiting } from './analytics.table.ts';

export interface Handling {
  /** Of the alerts that were raised in the period. */
  readonly figures: AlertFigures;
  /** Without reaction now, whenever they were raised. */
  readonly waiting: { readonly count: number; readonly oldestAt: string | null };
}

export async function handlingOf(
  db: Db,
  projectId: number,
  period: { readonly from: Date; readonly to: Date },
): Promise<Handling> {
  const where = { projectId, structureId: null, ...period };
  const [levels, left] = await Promise.all([byLevel(db, where), waiting(db, where)]);
  return { figures: levels.get(null) ?? noFigures, waiting: left };
}
