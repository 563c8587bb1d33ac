/**
 * Points bound together with the composites above them: those that read a point, directly or by way of others, in the
 * order in which they are to be computed.
 */
import { fieldsOf } from '@plumbline/contract/families';
import { compositesOn, type PointPlan, pointPlans } from '../features/bindings/bindings.plans.api.ts';
import { correctionsOf } from '../features/corrections/corrections.api.ts';
import type { Db, Logger } from '../kernel/context.ts';
import { type BoundComposite, type BoundPoint, type BoundSlave, bindPoint } from './bind.ts';

/** Points as they stand in the database now, by id, whatever feeds them. Those that take no readings are absent. */
export const bindPoints = async (
  db: Db,
  ids: readonly number[],
  log: Logger,
): Promise<ReadonlyMap<number, BoundPoint>> => bindPlans(db, await pointPlans(db, ids), log);

/** Composites may read composites; beyond this depth nothing is computed. */
const deepest = 8;

/** The points of plans that were read already, by id. */
export async function bindPlans(db: Db, plans: readonly PointPlan[], log: Logger): Promise<Map<number, BoundPoint>> {
  const own = plans.map((plan) => plan.pointId);
  const corrections = await correctionsOf(db, own);
  const above = await compositesAbove(db, own, log);
  return new Map(
    plans.flatMap((plan): [number, BoundPoint][] => {
      const point = bindPoint(plan, corrections.get(plan.pointId) ?? [], log);
      return point ? [[plan.pointId, { ...point, composites: above.get(plan.pointId) ?? [] }]] : [];
    }),
  );
}

/** The composites that each of the points feeds, directly or by way of others. Nothing but one query where there are none. */
async function compositesAbove(
  db: Db,
  pointIds: readonly number[],
  log: Logger,
): Promise<ReadonlyMap<number, readonly BoundComposite[]>> {
  const links = new Map<number, readonly number[]>();
  for (let level = 1, next = pointIds; next.length > 0 && level <= deepest; level++) {
    const found = await compositesOn(db, next);
    next = found.map((each) => each.id).filter((id) => !links.has(id));
    for (const { id, slaves } of found) links.set(id, [...new Set(slaves.map((slave) => slave.pointId))]);
  }
  if (links.size === 0) return new Map();
  const plans = await pointPlans(db, [...links.keys()]);
  const slaveIds = [...new Set([...links.values()].flat())];
  const [slavePlans, corrections] = await Promise.all([
    pointPlans(db, slaveIds),
    correctionsOf(db, [...new Set([...slaveIds, ...links.keys()])]),
  ]);
  const slaveOf = new Map(slavePlans.map((plan) => [plan.pointId, plan]));
  const depths = new Map<number, number>();
  const depthOf = (id: number, under: ReadonlySet<number>): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const below = (links.get(id) ?? []).filter((each) => links.has(each) && !under.has(each));
    const depth = 1 + Math.max(0, ...below.map((each) => depthOf(each, new Set([...under, id]))));
    depths.set(id, depth);
    return depth;
  };
  const bound = new Map<number, BoundComposite>();
  for (const plan of plans) {
    const point = bindPoint(plan, corrections.get(plan.pointId) ?? [], log);
    const slaves = plan.slaves.map((slave): BoundSlave | null => {
      const other = slaveOf.get(slave.pointId);
      const fields = other ? fieldsOf(other.family, other.nodeCount) : [];
      const fieldIndex = fields.findIndex((field) => field.key === slave.field);
      if (!other || fieldIndex < 0 || slave.variable === undefined) return null;
      return {
        pointId: slave.pointId,
        variable: slave.variable,
        fieldIndex,
        keys: fields.map((field) => field.key),
        corrections: corrections.get(slave.pointId) ?? [],
        options: { initials: other.initialValues, own: Object.keys(other.customFormula) },
      };
    });
    // A slave that takes no readings any more (deprecated, archived) leaves nothing to compute.
    if (point && slaves.every((slave) => slave !== null))
      bound.set(plan.pointId, { ...point, composites: [], slaves, depth: depthOf(plan.pointId, new Set()) });
  }
  const reached = (id: number) => {
    const visited = new Set<number>();
    for (const open = [id]; open.length > 0; ) {
      const at = open.pop()!;
      for (const [composite, slaves] of links)
        if (slaves.includes(at) && !visited.has(composite)) {
          visited.add(composite);
          open.push(composite);
        }
    }
    return [...visited]
      .flatMap((each) => bound.get(each) ?? [])
      .sort((a, b) => a.depth - b.depth || a.pointId - b.pointId);
  };
  return new Map(pointIds.map((id) => [id, reached(id)] as const).filter(([, composites]) => composites.length > 0));
}
