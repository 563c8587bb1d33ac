/**
 * What lies beside a casing: soil layers and excavation levels. Invariants: layers are in order and no day has two levels;
 * what was entered before can be looked up and entered again; no reading, no level and no alert depends on it.
 */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { strata } from '@plumbline/contract/points/strata';
import type { Context } from '../../../kernel/context.ts';
import { ownerOf } from '../points/points.api.ts';
import { wrong } from '../points/points.config.api.ts';
import { lockPoint } from '../points/points.require.api.ts';
import { strataOf } from './strata.api.ts';
import * as table from './strata.table.ts';

type Input<K extends keyof typeof strata> = OutputOf<(typeof strata)[K]['input']>;

export const get = async ({ db }: Context, { pointId }: Input<'get'>) => ({ strata: await strataOf(db, pointId) });

/** Throws badInput for a point that is no chain of segments: nothing would draw it. */
export async function set(context: Context, { pointId, layers, excavations, reason }: Input<'set'>) {
  const { db, caller, now } = context;
  const { family, nodeCount } = await lockPoint(context, pointId);
  if (family !== 'deepDisplacement' || nodeCount === 0) throw wrong('pointId', 'pointWithoutNodes');
  const strata = { layers, excavations: excavations.toSorted((a, b) => a.on.localeCompare(b.on)) };
  await table.insert(db, pointId, strata, { reason, byName: caller.displayName, createdAt: now() });
  await context.emit('siteRecordsChanged', { projectId: (await ownerOf(db, pointId)).projectId });
  return { strata };
}

export const changes = ({ db }: Context, { pointId, page, pageSize }: Input<'changes'>) =>
  table.recordsOf(db, pointId, { skip: (page - 1) * pageSize, take: pageSize });
