/**
 * The directory of the devices that send: which point each channel feeds, compiled once and kept until someone changes
 * it. Plans are dropped when the database says that they changed, in whatever process the change was made.
 */

import { devicePlan, type PointPlan, slavesOf } from '../features/bindings/bindings.plans.api.ts';
import type { Change, Db, Logger } from '../kernel/context.ts';
import { bindPlans } from './bind.composites.ts';
import type { BoundPoint } from './bind.ts';

export interface BoundDevice {
  readonly id: number;
  readonly corporationId: number;
  readonly sncode: string;
  readonly secretHash: Buffer;
  readonly channels: ReadonlySet<string>;
  readonly points: ReadonlyMap<string, BoundPoint>;
}
export interface Directory {
  /** The device of a serial number, from memory or the database; null where there is none. */
  device(sncode: string): Promise<BoundDevice | null>;
  /** The same, from memory alone. */
  known(sncode: string): BoundDevice | undefined;
  /** Resolves when nothing of what changed is remembered any more. */
  changed(change: Change | null): void | Promise<void>;
}

/** Unknown serial numbers are remembered too, so that a stranger's retries do not reach the database each time. */
const isSerialNumber = /^[A-Za-z0-9._-]{1,32}$/;
const maxUnknown = 10_000;
const maxDevices = 100_000;

export function openDirectory(db: Db, log: Logger): Directory {
  const plans = new Map<string, BoundDevice>();
  const unknown = new Set<string>();
  const loading = new Map<string, Promise<BoundDevice | null>>();
  /** Counts changes, so that a plan read before a change is not kept after it. */
  let epoch = 0;

  async function load(sncode: string): Promise<BoundDevice | null> {
    const started = epoch;
    const plan = await devicePlan(db, sncode);
    const bound = plan
      ? {
          id: plan.id,
          corporationId: plan.corporationId,
          sncode: plan.sncode,
          secretHash: plan.secretHash,
          channels: new Set(plan.channels),
          points: await byChannel(db, plan.points, log),
        }
      : null;
    if (started === epoch) {
      if (bound) {
        if (plans.size >= maxDevices) plans.delete(plans.keys().next().value!);
        plans.set(sncode, bound);
      } else {
        if (unknown.size >= maxUnknown) unknown.clear();
        unknown.add(sncode);
      }
    }
    return bound;
  }

  return {
    known: (sncode) => plans.get(sncode),
    async device(sncode) {
      const plan = plans.get(sncode);
      if (plan) return plan;
      // What cannot be a serial number is neither looked up nor remembered.
      if (!isSerialNumber.test(sncode) || unknown.has(sncode)) return null;
      const running = loading.get(sncode);
      if (running) return running;
      const own = load(sncode).finally(() => loading.get(sncode) === own && loading.delete(sncode));
      loading.set(sncode, own);
      return own;
    },
    changed(change) {
      forgetLoads();
      unknown.clear();
      if (change === null) plans.clear();
      else if (change.kind === 'device') plans.delete(change.sncode);
      else if (change.kind === 'project') dropWhere((point) => point.projectId === change.id);
      else if (change.kind === 'point') {
        const concerns = (point: BoundPoint) => point.pointId === change.id;
        dropWhere((point) => concerns(point) || point.composites.some(concerns));
        // It may have become a composite of points that did not know of it.
        if (plans.size > 0)
          return slavesOf(db, [change.id])
            .then((found) => {
              const slaves = new Set(found.get(change.id)?.map((slave) => slave.pointId));
              if (slaves.size === 0) return;
              forgetLoads();
              dropWhere(
                (point) => slaves.has(point.pointId) || point.composites.some((each) => slaves.has(each.pointId)),
              );
            })
            .catch((error) => {
              log.warn({ err: error, pointId: change.id }, 'slaves could not be read; every plan is dropped');
              forgetLoads();
              plans.clear();
            });
      }
    },
  };

  /** Whoever asks from now on reads anew: what is being read now may be of before the change. */
  function forgetLoads() {
    epoch++;
    loading.clear();
  }
  function dropWhere(concerned: (point: BoundPoint) => boolean) {
    for (const [sncode, plan] of plans)
      for (const point of plan.points.values())
        if (concerned(point)) {
          plans.delete(sncode);
          break;
        }
  }
}

async function byChannel(db: Db, plans: readonly PointPlan[], log: Logger): Promise<Map<string, BoundPoint>> {
  const bound = await bindPlans(db, plans, log);
  return new Map(
    plans.flatMap(({ pointId, channel }) => (channel && bound.has(pointId) ? [[channel, bound.get(pointId)!]] : [])),
  );
}
