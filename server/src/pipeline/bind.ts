/**
 * The second step: a point with everything needed to convert and judge its readings, compiled once from the row that
 * says how it is set. Directories keep them (directory.ts), with the composites above them (bind.composites.ts).
 */
import { type Field, fieldsOf, initialValueOf } from '@plumbline/contract/points/families';
import type { Rule } from '@plumbline/science/limits/judge';
import { defaultQuality, type QualityConfig } from '@plumbline/science/quality/config';
import { compileQuality, type QualityTests } from '@plumbline/science/quality/judge-quality';
import { type Convert, conversionOf, quantitiesOf } from '@plumbline/science/sensors/conversion';
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { InitialOf } from '@plumbline/science/series/changes';
import type { Correction } from '@plumbline/science/series/correction';
import type { CorrectionOptions } from '@plumbline/science/series/corrections';
import { followsOf } from '@plumbline/science/series/followers';
import type { PeriodConversion } from '../features/points/bindings/bindings.conversions.api.ts';
import type { PointPlan, ThresholdPlan } from '../features/points/bindings/bindings.plans.api.ts';
import type { Logger } from '../kernel/context.ts';
import { type Watch, watchOf } from './watch.ts';

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
  /** By the conversion in force at a time, epoch ms. */
  readonly convert: (sample: Sample, at: number) => (number | null)[];
  /** The quantities that it reads of a sample. */
  readonly quantities: ReadonlySet<string>;
  /** What is judged is the corrected value; what is stored is not. */
  readonly corrections: readonly Correction[];
  readonly options: CorrectionOptions;
  readonly quality: QualityTests;
  /** True when its tests look back at earlier readings (spike, rate of change, flat line). */
  readonly remembers: boolean;
  /** The initial value of a field; null = none, so no cumulative change of it. */
  readonly initialOf: InitialOf;
  readonly intervalSeconds: number;
  /** Which value trees and maps show. */
  readonly mainIndex: number;
  readonly rules: readonly BoundRule[];
  /** When conditions are to know of its readings; null = of none. */
  readonly watch: Watch | null;
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
const remembers = (tests: QualityTests) => tests.fields.some((each) => each && (each.spike || each.rate || each.flat));

/** Compiles the settings of a point. If they are invalid, the point accepts no readings and an error is logged. */
export function bindPoint(
  plan: PointPlan,
  corrections: readonly Correction[],
  periods: readonly PeriodConversion[],
  log: Logger,
): BoundPoint | null {
  try {
    const fields = fieldsOf(plan.family, plan.nodeCount);
    const keys = fields.map((field) => field.key);
    const conversion = { ...plan, variables: plan.slaves.flatMap(({ variable }) => variable ?? []) };
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
      convert: byTime(conversionOf(conversion), plan.type === 0 ? periods : [], log),
      quantities: new Set(quantitiesOf(conversion)),
      corrections,
      options: { initials: plan.initialValues, ...followsOf(plan.customFormula, plan.parameters) },
      quality,
      remembers: remembers(quality),
      initialOf: (key) => initialValueOf(plan.family, plan.initialValues, key),
      intervalSeconds: plan.intervalSeconds,
      mainIndex: plan.mainIndex,
      rules: plan.thresholds.flatMap((threshold) => ruleOf(threshold, fields)),
      watch: watchOf(plan.terms, keys),
      composites: [],
    };
  } catch (error) {
    log.error({ err: error, pointId: plan.pointId }, 'point cannot be bound');
    return null;
  }
}

/**
 * Each sample by the conversion of its time: one that comes late belongs to the time in which it was measured. Conversions of
 * sensors alone count: what was computed or entered then is converted as the point is now.
 */
function byTime(now: Convert, periods: readonly PeriodConversion[], log: Logger): BoundPoint['convert'] {
  const former = periods.slice(0, -1).filter(({ type }) => type === 0);
  if (former.length === 0) return now;
  const compiled = former.map((period) => ({ ...period, convert: compiledOf(period, log) }));
  return (sample, at) => (compiled.find(({ fromMs, toMs }) => at >= fromMs && at < toMs)?.convert ?? now)(sample);
}

/** A conversion of before; what cannot be compiled any more gives no value. */
function compiledOf(period: PeriodConversion, log: Logger): Convert {
  try {
    return conversionOf({
      ...period,
      customFormula: period.formulaType === 'CUSTOM_FORMULA' ? period.customFormula : {},
    });
  } catch (error) {
    log.error({ err: error, fromMs: period.fromMs }, 'former conversion cannot be compiled');
    const none = fieldsOf(period.family, period.nodeCount).map(() => null);
    return () => none;
  }
}

/** A threshold as the judge takes it; none where the point has no such field. */
function ruleOf(threshold: ThresholdPlan, fields: readonly Field[]): BoundRule[] {
  const fieldIndex = fields.findIndex((field) => field.key === threshold.field);
  const field = fields[fieldIndex];
  if (!field) return [];
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
      unit: field.unit,
      kind,
      levels,
      rule,
      needsRate: kind === 'rate' || kind === 'multi',
    },
  ];
}
