/**
 * The second step: which point a channel of a device feeds, and everything needed to convert and judge its readings,
 * compiled once and kept until someone changes it. Plans are dropped when the database says that they changed, in
 * whatever process the change was made.
 */
import { type FamilyCode, type Field, fieldsOf } from '@plumbline/contract/families';
import type { Rule } from '@plumbline/science/limits/judge';
import { defaultQuality, type QualityConfig } from '@plumbline/science/quality/config';
import { compileQuality, type QualityTests } from '@plumbline/science/quality/judge-quality';
import type { Correction } from '@plumbline/science/series/correction';
import type { CorrectionOptions } from '@plumbline/science/series/corrections';
import type { Change, Db, Logger } from '../kernel/context.ts';
import { correctionsOf } from '../rooms/corrections/corrections.reads.ts';
import {
  compositesOn,
  devicePlan,
  type PointPlan,
  pointPlans,
  slavesOf,
  type ThresholdPlan,
} from '../rooms/points/points.plans.reads.ts';
import { type Convert, conversionOf } from './convert.ts';

export interface BoundRule {
  readonly thresholdId: number;
  readonly field: string;
  readonly fieldIndex: number;
  readonly unit: string;
  readonly kind: 'value' | 'cumulative' | 'rate' | 'multi';
  readonly levels: readonly (number | null)[];
  readonly rule: Rule;
  readonly needsRate: boolean;
}
export interface BoundPoint {
  readonly pointId: number;
  /** Of the row that it was compiled from: who holds an older one converts again (store.ts). */
  readonly version: string;
  readonly corporationId: number;
  readonly projectId: number;
  readonly structureId: number;
  /** By field index. */
  readonly keys: readonly string[];
  readonly convert: Convert;
  /** What is judged is the corrected value; what is stored is not. */
  readonly corrections: readonly Correction[];
  readonly options: CorrectionOptions;
  readonly quality: QualityTests;
  /** Whether its tests look back at earlier readings (spike, rate of change, flat line). */
  readonly remembers: boolean;
  /** By field index; null = no initial value, so no cumulative change. */
  readonly initial: readonly (number | null)[];
  readonly intervalSeconds: number;
  /** Which value trees and maps show. */
  readonly mainIndex: number;
  readonly rules: readonly BoundRule[];
  /** Composites that read it, those that read them included. */
  readonly composites: readonly BoundComposite[];
}
/** A point that is computed from others, its slaves. */
export interface BoundComposite extends BoundPoint {
  readonly slaves: readonly BoundSlave[];
  /** 1 = reads no other composite of the same set; a composite comes after those that it reads. */
  readonly depth: number;
}
export interface BoundSlave {
  readonly pointId: number;
  readonly variable: string;
  readonly fieldIndex: number;
  readonly keys: readonly string[];
  readonly corrections: readonly Correction[];
  readonly options: CorrectionOptions;
}
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
  changed(change: Change | null): void;
}

/** Unknown serial numbers are remembered too, so that a stranger's retries do not reach the database each time. */
const strangersKept = 10_000;
const devicesKept = 100_000;

export function openDirectory(db: Db, log: Logger): Directory {
  const plans = new Map<string, BoundDevice>();
  const strangers = new Set<string>();
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
        if (plans.size >= devicesKept) plans.delete(plans.keys().next().value!);
        plans.set(sncode, bound);
      } else {
        if (strangers.size >= strangersKept) strangers.clear();
        strangers.add(sncode);
      }
    }
    return bound;
  }

  return {
    known: (sncode) => plans.get(sncode),
    async device(sncode) {
      const plan = plans.get(sncode);
      if (plan) return plan;
      if (strangers.has(sncode)) return null;
      const running = loading.get(sncode) ?? load(sncode).finally(() => loading.delete(sncode));
      loading.set(sncode, running);
      return running;
    },
    changed(change) {
      epoch++;
      strangers.clear();
      if (change === null) plans.clear();
      else if (change.kind === 'device') plans.delete(change.sncode);
      else if (change.kind === 'project') dropWhere((point) => point.projectId === change.id);
      else if (change.kind === 'point') {
        const concerns = (point: BoundPoint) => point.pointId === change.id;
        dropWhere((point) => concerns(point) || point.composites.some(concerns));
        // It may have become a composite of points that did not know of it.
        if (plans.size > 0)
          slavesOf(db, [change.id])
            .then((found) => {
              const slaves = new Set(found.get(change.id)?.map((slave) => slave.pointId));
              if (slaves.size === 0) return;
              epoch++;
              dropWhere(
                (point) => slaves.has(point.pointId) || point.composites.some((each) => slaves.has(each.pointId)),
              );
            })
            .catch((error) => {
              log.warn({ err: error, pointId: change.id }, 'slaves could not be read; every plan is dropped');
              epoch++;
              plans.clear();
            });
      }
    },
  };

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
  const bound = await bindAll(db, plans, log);
  return new Map(
    plans.flatMap(({ pointId, channel }) => (channel && bound.has(pointId) ? [[channel, bound.get(pointId)!]] : [])),
  );
}

/** Points as they stand in the database now, by id, whatever feeds them. Those that take no readings are absent. */
export const bindPoints = async (
  db: Db,
  ids: readonly number[],
  log: Logger,
): Promise<ReadonlyMap<number, BoundPoint>> => bindAll(db, await pointPlans(db, ids), log);

/** Composites may read composites; beyond this depth nothing is computed. */
const deepest = 8;

async function bindAll(db: Db, plans: readonly PointPlan[], log: Logger): Promise<Map<number, BoundPoint>> {
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
      const fields = other ? fieldsOf(other.family as FamilyCode, other.nodeCount) : [];
      const fieldIndex = fields.findIndex((field) => field.key === slave.field);
      if (!other || fieldIndex < 0 || slave.variable === undefined) return null;
      return {
        pointId: slave.pointId,
        variable: slave.variable,
        fieldIndex,
        keys: fields.map((field) => field.key),
        corrections: corrections.get(slave.pointId) ?? [],
        options: { initials: other.initialValues },
      };
    });
    // A slave that takes no readings any more (deprecated, archived) leaves nothing to compute.
    if (point && slaves.every((slave) => slave !== null))
      bound.set(plan.pointId, { ...point, composites: [], slaves, depth: depthOf(plan.pointId, new Set()) });
  }
  const reached = (id: number) => {
    const seen = new Set<number>();
    for (const open = [id]; open.length > 0; ) {
      const at = open.pop()!;
      for (const [composite, slaves] of links)
        if (slaves.includes(at) && !seen.has(composite)) {
          seen.add(composite);
          open.push(composite);
        }
    }
    return [...seen]
      .flatMap((each) => bound.get(each) ?? [])
      .sort((a, b) => a.depth - b.depth || a.pointId - b.pointId);
  };
  return new Map(pointIds.map((id) => [id, reached(id)] as const).filter(([, composites]) => composites.length > 0));
}

const remembers = (tests: QualityTests) => tests.fields.some((each) => each && (each.spike || each.rate || each.flat));

/** A point whose settings cannot be compiled takes no readings: said in the log, never a crash. */
function bindPoint(plan: PointPlan, corrections: readonly Correction[], log: Logger): BoundPoint | null {
  try {
    const fields = fieldsOf(plan.family as FamilyCode, plan.nodeCount);
    const keys = fields.map((field) => field.key);
    const quality = compileQuality(
      (plan.quality as QualityConfig | null) ?? defaultQuality,
      keys,
      plan.intervalSeconds,
    );
    return {
      pointId: plan.pointId,
      version: plan.version,
      corporationId: plan.corporationId,
      projectId: plan.projectId,
      structureId: plan.structureId,
      keys,
      convert: conversionOf({ ...plan, variables: plan.slaves.flatMap(({ variable }) => variable ?? []) }),
      corrections,
      options: { initials: plan.initialValues },
      quality,
      remembers: remembers(quality),
      initial: fields.map((field) => plan.initialValues[field.key] ?? null),
      intervalSeconds: plan.intervalSeconds,
      mainIndex: plan.mainIndex,
      rules: plan.thresholds.flatMap((threshold) => ruleOf(threshold, fields)),
      composites: [],
    };
  } catch (error) {
    log.error({ err: error, pointId: plan.pointId }, 'point cannot be bound');
    return null;
  }
}

/** A threshold as the judge takes it; none where the point has no such field. */
function ruleOf(threshold: ThresholdPlan, fields: readonly Field[]): BoundRule[] {
  const fieldIndex = fields.findIndex((field) => field.key === threshold.field);
  if (fieldIndex < 0) return [];
  const { kind, method, levels, base, combine, rateLevels, releaseRatio, releaseCount, consecutive } = threshold;
  const shared = { method, levels, releaseRatio, releaseCount, consecutive };
  const rule: Rule =
    kind === 'multi'
      ? { ...shared, kind, base, combine, rate: { method, levels: rateLevels ?? [null, null, null, null] } }
      : { ...shared, kind };
  return [
    {
      thresholdId: threshold.id,
      field: threshold.field,
      fieldIndex,
      unit: fields[fieldIndex]!.unit,
      kind,
      levels,
      rule,
      needsRate: kind === 'rate' || kind === 'multi',
    },
  ];
}
