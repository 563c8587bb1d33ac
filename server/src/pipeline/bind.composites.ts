/**
 * Points bound together with the composites above them: those that read a point, directly or by way of others, in the
 * order in which they are to be computed.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { fieldsOf } from '@plumbline/contract/points/families';
import { followsOf } from '@plumbline/science/series/followers';
import { conversionsOf } from '../features/points/bindings/bindings.conversions.api.ts';
import { compositesOn, type PointPlan, pointPlans } from '../features/points/bindings/bindings.plans.api.ts';
import { correctionsOf } from '../features/readings/corrections/corrections.api.ts';
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
  const periods = await conversionsOf(db, own);
  const above = await compositesAbove(db, own, log);
  return new Map(
    plans.flatMap((plan): [number, BoundPoint][] => {
      const { pointId } = plan;
      const point = bindPoint(plan, corrections.get(pointId) ?? [], periods.get(pointId) ?? [], log);
      return point ? [[plan.pointId, { ...point, composites: above.get(plan.pointId) ?? [] }]] : [];
    }),
  );
}

/** Which points each composite reads, by its id. */
type Links = ReadonlyMap<number, readonly number[]>;

/** The composites that each of the points feeds, directly or by way of others. Nothing but one query where there are none. */
async function compositesAbove(
  db: Db,
  pointIds: readonly number[],
  log: Logger,
): Promise<ReadonlyMap<number, readonly BoundComposite[]>> {
  const links = await linksAbove(db, pointIds);
  if (links.size === 0) return new Map();
  const bound = await bindComposites(db, links, log);
  const above = pointIds.map((id): [number, BoundComposite[]] => {
    const reached = reachedFrom(id, links).flatMap((each) => bound.get(each) ?? []);
    return [id, reached.sort((a, b) => a.depth - b.depth || a.pointId - b.pointId)];
  });
  return new Map(above.filter(([, composites]) => composites.length > 0));
}

async function linksAbove(db: Db, pointIds: readonly number[]): Promise<Links> {
  const links = new Map<number, readonly number[]>();
  for (let level = 1, next = pointIds; next.length > 0 && level <= deepest; level++) {
    const found = await compositesOn(db, next);
    next = found.map((each) => each.id).filter((id) => !links.has(id));
    for (const { id, slaves } of found) links.set(id, [...new Set(slaves.map((slave) => slave.pointId))]);
  }
  return links;
}

/** The composites of the links that can be computed, by id. */
async function bindComposites(db: Db, links: Links, log: Logger): Promise<ReadonlyMap<number, BoundComposite>> {
  const plans = await pointPlans(db, [...links.keys()]);
  const slaveIds = [...new Set([...links.values()].flat())];
  const [slavePlans, corrections] = await Promise.all([
    pointPlans(db, slaveIds),
    correctionsOf(db, [...new Set([...slaveIds, ...links.keys()])]),
  ]);
  const slaveOf = new Map(slavePlans.map((plan) => [plan.pointId, plan]));
  const depths = depthsOf(links);
  const bound = new Map<number, BoundComposite>();
  for (const plan of plans) {
    const point = bindPoint(plan, corrections.get(plan.pointId) ?? [], [], log);
    const slaves = plan.slaves.map((slave) =>
      bindSlave(slave, slaveOf.get(slave.pointId), corrections.get(slave.pointId) ?? []),
    );
    // A slave that takes no readings any more (deprecated, archived) leaves nothing to compute.
    if (point && slaves.every((slave) => slave !== null))
      bound.set(plan.pointId, { ...point, composites: [], slaves, depth: getOrThrow(depths, plan.pointId) });
  }
  return bound;
}

function bindSlave(
  slave: PointPlan['slaves'][number],
  plan: PointPlan | undefined,
  corrections: BoundSlave['corrections'],
): BoundSlave | null {
  if (!plan || slave.variable === undefined) return null;
  const fields = fieldsOf(plan.family, plan.nodeCount);
  const fieldIndex = fields.findIndex((field) => field.key === slave.field);
  if (fieldIndex < 0) return null;
  return {
    pointId: slave.pointId,
    variable: slave.variable,
    fieldIndex,
    keys: fields.map((field) => field.key),
    corrections,
    options: { initials: plan.initialValues, ...followsOf(plan.customFormula, plan.parameters) },
  };
}

/** How deep each composite lies over those that it reads; a circle is cut where it closes. */
function depthsOf(links: Links): ReadonlyMap<number, number> {
  const depths = new Map<number, number>();
  const depthOf = (id: number, under: ReadonlySet<number>): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const below = (links.get(id) ?? []).filter((each) => links.has(each) && !under.has(each));
    const depth = 1 + Math.max(0, ...below.map((each) => depthOf(each, new Set([...under, id]))));
    depths.set(id, depth);
    return depth;
  };
  for (const id of links.keys()) depthOf(id, new Set());
  return depths;
}

/** Every composite that a point feeds, directly or by way of others. */
function reachedFrom(id: number, links: Links): number[] {
  const reached = new Set<number>();
  const open = [id];
  for (let from = open.pop(); from !== undefined; from = open.pop())
    for (const [composite, slaves] of links)
      if (slaves.includes(from) && !reached.has(composite)) {
        reached.add(composite);
        open.push(composite);
      }
  return [...reached];
}
