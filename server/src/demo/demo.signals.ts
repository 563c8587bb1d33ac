/** The curve of every demonstration point: what its virtual sensor delivers, what that converts to, and limits laid around it. */
import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import type { Threshold } from '@plumbline/contract/points';
import type { Sample } from '@plumbline/science/sensors/recipes';
import { seedOf } from '@plumbline/tools/virtual-devices/device';
import { type Options, type Plan, plan, signalOf } from '@plumbline/tools/virtual-devices/physics';
import { conversionOf } from '../pipeline/convert.ts';
import type { DemoPoint } from './demo.world.ts';

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface Signal {
  readonly seed: number;
  readonly options: Options;
  readonly plan: Plan;
  readonly sample: (atMs: number) => Sample;
  readonly values: (atMs: number) => (number | null)[];
  /** Index of the field that the point is there for. */
  readonly index: number;
}

/** A bracket that was pushed and set right again: what the correction of the demonstration is made for. Unit of the field. */
export const knock = { daysAgo: 20, days: 2, amplitude: 0.3 } as const;
export const knockAt = (madeMs: number) => (Math.floor(madeMs / dayMs) - knock.daysAgo) * dayMs;
export const yearMs = 365 * dayMs;

/** The signal of a point of a device, the same for the same names. */
export function signalOfPoint(site: string, sncode: string, point: DemoPoint, originMs: number): Signal {
  const seed = seedOf(`${sncode}/${point.name}`);
  const options: Options = {
    site: seedOf(site),
    originMs,
    utcOffsetHours: 8,
    intervalMs: hourMs,
    ...(point.mode !== undefined && { mode: point.mode }),
    ...(point.nodeCount !== undefined && { nodeCount: point.nodeCount }),
    ...(point.knocked && { event: knocked(originMs + yearMs) }),
  };
  const levelledPlan = levelled(plan(point.family, seed, options), seed);
  const sample = signalOf(point.family, seed, options);
  const convert = conversionOf({
    family: levelledPlan.family,
    mode: levelledPlan.mode,
    nodeCount: levelledPlan.nodeCount,
    parameters: levelledPlan.parameters,
    customFormula: {},
  });
  const fields = fieldsOf(point.family as FamilyCode, levelledPlan.nodeCount);
  const index = Math.max(
    0,
    fields.findIndex((field) => field.key === point.field),
  );
  return { seed, options, plan: levelledPlan, sample, values: (atMs) => convert(sample(atMs)), index };
}

function knocked(madeMs: number): NonNullable<Options['event']> {
  const atMs = knockAt(madeMs);
  return { atMs, amplitude: knock.amplitude, shape: 'step', untilMs: atMs + knock.days * dayMs };
}

/** Water of one site stands at about one height: its pipes are levelled so. */
function levelled(plan: Plan, seed: number): Plan {
  const { pipeTop } = plan.parameters;
  if (plan.family !== 'waterLevel' || pipeTop === undefined) return plan;
  const depth = plan.parameters['sensorDepth'] ?? 0;
  return { ...plan, parameters: { ...plan.parameters, pipeTop: Number((84 + (seed % 60) / 10 + depth).toFixed(3)) } };
}

/** Families whose absolute value is watched; the others move, and their change since the start is. */
const watchedByValue = new Set<FamilyCode>([
  'rainfall',
  'vibration',
  'environment',
  'temperature',
  'flow',
  'soilMoisture',
  'anchorForce',
  'axialForce',
]);

export interface Laid {
  readonly threshold: Threshold;
  /** What must be added to the present value to reach the second level. */
  readonly reach: number;
}

/** Limits such that the point stands at the level it should now; a point without trouble keeps well below blue. */
export function thresholdsOf(point: DemoPoint, signal: Signal, startMs: number, nowMs: number): Laid | null {
  const fields = fieldsOf(point.family as FamilyCode, signal.plan.nodeCount);
  const field = fields[signal.index];
  if (!field || point.family === 'environment') return null;
  const kind = watchedByValue.has(point.family) ? 'value' : 'cumulative';
  const initial = kind === 'cumulative' ? firstKnown(signal, startMs) : 0;
  let most = 0;
  for (let at = startMs; at <= nowMs; at += 13 * hourMs) {
    const value = signal.values(at)[signal.index];
    if (value !== null && value !== undefined) most = Math.max(most, Math.abs(value - initial));
  }
  const recent: number[] = [];
  for (let at = nowMs - dayMs; at <= nowMs; at += hourMs) {
    const value = signal.values(at)[signal.index];
    if (value !== null && value !== undefined) recent.push(value - initial);
  }
  recent.sort((a, b) => Math.abs(a) - Math.abs(b));
  const present = recent[Math.floor(recent.length * 0.4)] ?? most;
  const now = Math.abs(present);
  const alertLevel = point.alertLevel ?? 0;
  // Steps of the usual kind: 60, 70, 85 and 100 per cent of the control value.
  const steps = [0.6, 0.7, 0.85, 1];
  const control =
    alertLevel > 0 ? (now * 0.985) / steps[alertLevel - 1]! : Math.max(most * (point.lively ? 1.25 : 1.5), 1e-3) / 0.6;
  const levels = steps.map((step) => Number((control * step).toPrecision(3)));
  return {
    threshold: {
      field: field.key,
      kind,
      method: kind === 'value' ? 'upper' : 'twoSided',
      levels,
      base: 'value',
      combine: 'and',
      rateLevels: null,
      releaseRatio: 0.95,
      releaseCount: 2,
      // Noise touches a limit; three readings in a row mean it.
      consecutive: 3,
      enabled: true,
    },
    reach: levels[1]! * 1.06 - present,
  };
}

/** The first reading that has a value. */
export function firstKnown(signal: Signal, startMs: number, index = signal.index): number {
  for (let at = startMs; at < startMs + 10 * dayMs; at += hourMs) {
    const value = signal.values(at)[index];
    if (value !== null && value !== undefined) return value;
  }
  return 0;
}
