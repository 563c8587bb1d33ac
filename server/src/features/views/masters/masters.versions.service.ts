/** How a master was set up over time, as people wrote it down. */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { masters } from '@plumbline/contract/views/masters';
import type { Context } from '../../../kernel/context.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { actsOf } from '../../points/points/points.masters.api.ts';
import { requirePoint } from '../../points/points/points.require.api.ts';

export async function versions(context: Context, { pointId, page, pageSize }: OutputOf<typeof masters.versions.input>) {
  const { db } = context;
  const { projectId } = await requirePoint(context, pointId);
  const { acts, total } = await actsOf(db, pointId, { skip: (page - 1) * pageSize, take: pageSize });
  const ids = new Set(acts.flatMap(({ slaves }) => slaves.map((slave) => slave.pointId)));
  const names = new Map((await namedPoints(db, projectId, [...ids])).map(({ id, name }) => [id, name]));
  return {
    versions: acts.map(({ fromAt, toAt, createdAt, inForce: isInForce, slaves, ...act }) => ({
      ...act,
      isInForce,
      fromAt: fromAt?.toISOString() ?? null,
      toAt: toAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      // One that was deleted since is in no version that is in force.
      slaves: slaves.map((slave) => ({ pointId: slave.pointId, name: names.get(slave.pointId) ?? '' })),
    })),
    total,
  };
}
