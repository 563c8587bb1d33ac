/**
 * The second step: which point a channel of a device feeds, and everything needed to convert and judge its readings,
 * compiled once and kept until someone changes it. Plans are dropped when the database says that they changed, in
 * whatever process the change was made.
 */
import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import type { Rule } from '@plumbline/science/limits/judge';
import type { Change, Db, Logger } from '../kernel/context.ts';
import { devicePlan, type PointPlan } from '../rooms/points/points.plans.reads.ts';
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
  readonly corporationId: number;
  readonly projectId: number;
  readonly structureId: number;
  readonly convert: Convert;
  /** By field index; null = no initial value, so no cumulative change. */
  readonly initial: readonly (number | null)[];
  readonly intervalSeconds: number;
  /** Which value trees and maps show. */
  readonly mainIndex: number;
  readonly rules: readonly BoundRule[];
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
          points: new Map(plan.points.flatMap((point) => bindPoint(point, log))),
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
      else if (change.kind === 'point' || change.kind === 'project') {
        for (const [sncode, plan] of plans) {
          for (const point of plan.points.values()) {
            if (change.kind === 'point' ? point.pointId === change.id : point.projectId === change.id)
              plans.delete(sncode);
          }
        }
      }
    },
  };
}

/** A point whose settings cannot be compiled takes no readings: said in the log, never a crash. */
function bindPoint(plan: PointPlan, log: Logger): [string, BoundPoint][] {
  try {
    const fields = fieldsOf(plan.family as FamilyCode, plan.nodeCount);
    return [
      [
        plan.channel,
        {
          pointId: plan.pointId,
          corporationId: plan.corporationId,
          projectId: plan.projectId,
          structureId: plan.structureId,
          convert: conversionOf(plan),
          initial: fields.map((field) => plan.initialValues[field.key] ?? null),
          intervalSeconds: plan.intervalSeconds,
          mainIndex: plan.mainIndex,
          rules: plan.thresholds.flatMap((threshold) => {
            const fieldIndex = fields.findIndex((field) => field.key === threshold.field);
            if (fieldIndex < 0) return [];
            const { kind, method, levels, base, combine, rateLevels, releaseRatio, releaseCount, consecutive } =
              threshold;
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
          }),
        },
      ],
    ];
  } catch (error) {
    log.error({ err: error, pointId: plan.pointId }, 'point cannot be bound');
    return [];
  }
}
