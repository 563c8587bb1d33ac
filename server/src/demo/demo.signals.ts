/** The curve of every demonstration point: what its virtual sensor delivers, what that converts to, and limits laid around it. */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import { isRing } from '@plumbline/science/sensors/chain';
import { conversionOf } from '@plumbline/science/sensors/conversion';
import type { Sample } from '@plumbline/science/sensors/recipes';
import { changeOf, cumulativeFrom } from '@plumbline/science/series/changes';
import { seedOf } from '@plumbline/tools/virtual-devices/device';
import { type Options, type Plan, type Push, plan, signalOf } from '@plumbline/tools/virtual-devices/physics';
import type { AlertLevel, DemoPoint } from './demo.shapes.ts';

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
export const knock = { daysAgo: 12, days: 2, amplitude: 0.17 } as const;
export const knockAt = (madeMs: number) => (Math.floor(madeMs / dayMs) - knock.daysAgo) * dayMs;
export const yearMs = 365 * dayMs;

/** The signal of a point of a device, the same for the same names. `originMs` = a year before the demonstration was made. */
export function signalOfPoint(site: string, sncode: string, point: DemoPoint, originMs: number): Signal {
  const madeMs = originMs + yearMs;
  const ordinary = curveOf(site, sncode, point, originMs, point.knocked ? knocked(madeMs) : undefined);
  const limits = point.alertLevel || point.disturbed ? limitsOf(point, ordinary, originMs) : null;
  if (!limits) return ordinary;
  if (point.disturbed) return disturbed(site, sncode, point, originMs, { ordinary, limits });
  const rise = riseTo(point.alertLevel ?? 0, madeMs);
  const gain = gainOf((event) => curveOf(site, sncode, point, originMs, event), ordinary, madeMs);
  const amplitude = (rise.target(limits) - limits.present) / gain;
  return curveOf(site, sncode, point, originMs, { ...rise.push, amplitude });
}

/** A storm of alerts that mean nothing: whatever one total station measures moves at once, and is back hours later. */
export const disturbance = { daysAgo: 5, hours: 9 } as const;
function disturbed(
  site: string,
  sncode: string,
  point: DemoPoint,
  originMs: number,
  { ordinary, limits }: { readonly ordinary: Signal; readonly limits: Limits },
): Signal {
  const madeMs = originMs + yearMs;
  const atMs = (Math.floor(madeMs / dayMs) - disturbance.daysAgo) * dayMs;
  const gain = gainOf((event) => curveOf(site, sncode, point, originMs, event), ordinary, madeMs);
  const [first, second] = [elementAt(limits.levels, 0), elementAt(limits.levels, 1)];
  const amplitude = ((Math.sign(limits.present) || 1) * (first + (second - first) / 2) - limits.present) / gain;
  const untilMs = atMs + disturbance.hours * hourMs;
  return curveOf(site, sncode, point, originMs, { atMs, amplitude, shape: 'step', untilMs });
}

function curveOf(site: string, sncode: string, point: DemoPoint, originMs: number, event?: Push): Signal {
  const seed = seedOf(`${sncode}/${point.name}`);
  const options: Options = {
    site: seedOf(site),
    originMs,
    utcOffsetHours: 8,
    intervalMs: hourMs,
    ...(point.mode !== undefined && { mode: point.mode }),
    ...(point.nodeCount !== undefined && { nodeCount: point.nodeCount }),
    ...(point.towardsDeg !== undefined && { towardsDeg: point.towardsDeg }),
    ...(point.offset && { offsetM: point.offset }),
    ...(point.member && { member: point.member }),
    ...(point.form && { form: point.form }),
    ...(point.stuck && { stuckFromMs: stuckFrom(originMs + yearMs) }),
    ...(event && { event }),
  };
  const simulated = levelled(plan(point.family, seed, options), seed, point.bottom);
  const levelledPlan = { ...simulated, parameters: { ...simulated.parameters, ...point.parameters } };
  const sample = signalOf(point.family, seed, options);
  const convert = conversionOf({
    family: levelledPlan.family,
    mode: levelledPlan.mode,
    nodeCount: levelledPlan.nodeCount,
    parameters: levelledPlan.parameters,
    customFormula: {},
  });
  const fields = fieldsOf(point.family, levelledPlan.nodeCount);
  const index = Math.max(
    0,
    fields.findIndex((field) => field.key === point.field),
  );
  return { seed, options, plan: levelledPlan, sample, values: (atMs) => convert(sample(atMs)), index };
}

/** How much the main field moves for a push of one: a chain shares it out among its segments. */
function gainOf(curveWith: (event: Push) => Signal, ordinary: Signal, atMs: number): number {
  const pushed = curveWith({ atMs: atMs - hourMs, amplitude: 1, shape: 'step' });
  const differences = Array.from({ length: 12 }, (_, i) => {
    const at = atMs + i * hourMs;
    return (pushed.values(at)[pushed.index] ?? 0) - (ordinary.values(at)[ordinary.index] ?? 0);
  }).sort((a, b) => a - b);
  return differences[6] || 1;
}

/** The weir sensor of the demonstration has been stuck since the night before. */
const stuckFrom = (madeMs: number) => madeMs - 14 * hourMs;

function knocked(madeMs: number): Push {
  const atMs = knockAt(madeMs);
  return { atMs, amplitude: knock.amplitude, shape: 'step', untilMs: atMs + knock.days * dayMs };
}

/** Water of one site stands at about one height: its pipes are levelled so, unless the point says where its lower end is. */
function levelled(plan: Plan, seed: number, bottom = 84 + (seed % 60) / 10): Plan {
  const { pipeTop } = plan.parameters;
  if (plan.family !== 'waterLevel' || pipeTop === undefined) return plan;
  const depth = plan.parameters['sensorDepth'] ?? 0;
  return { ...plan, parameters: { ...plan.parameters, pipeTop: Number((bottom + depth).toFixed(3)) } };
}

/** Families whose absolute value is watched; the others move, and their change since the start is. */
const watchedByValue = new Set<FamilyCode>([
  'waterLevel',
  'rainfall',
  'vibration',
  'environment',
  'temperature',
  'flow',
  'soilMoisture',
  'anchorForce',
  'axialForce',
  'manholeCover',
  'smoke',
]);

export interface Laid {
  readonly threshold: Threshold;
  /** What must be added to the present value to reach the second level. */
  readonly reach: number;
}

/** Limits of four levels around an ordinary year of a point. */
interface Limits {
  readonly kind: 'value' | 'cumulative';
  readonly levels: readonly number[];
  /** The present value as the limits see it: less the initial value where they are limits of the change. */
  readonly present: number;
}

/** Steps of the usual kind: 60, 70, 85 and 100 per cent of the control value. */
const steps = [0.6, 0.7, 0.85, 1];
/** Blue lies this much above the most of an ordinary year. */
const margin = { usual: 1.5, lively: 1.25, moved: 1.15 } as const;
/** Short peaks are what is measured: every hour of the year is looked at. */
const peaking = new Set<FamilyCode>(['rainfall', 'vibration']);

/** A level of water has no zero of its own: its limits are laid above the lowest of the year. */
function limitsOf(point: DemoPoint, signal: Signal, startMs: number): Limits | null {
  if (point.family === 'environment') return null;
  // A cover out of its frame has reached every level.
  if (point.family === 'manholeCover') return { kind: 'value', levels: [0.25, 0.5, 0.75, 1], present: 0 };
  const kind = watchedByValue.has(point.family) ? 'value' : 'cumulative';
  const watched = watchedOf(kind, signal, startMs);
  const endMs = startMs + yearMs;
  const year = known(watched, startMs, endMs, peaking.has(point.family) ? hourMs : 13 * hourMs);
  const base = point.family === 'waterLevel' ? Math.min(...year) : 0;
  const max = Math.max(1e-3, ...year.map((value) => Math.abs(value - base)));
  const above = point.alertLevel ? margin.moved : point.lively ? margin.lively : margin.usual;
  const control = (max * above) / elementAt(steps, 0);
  const recent = known(watched, endMs - dayMs, endMs, hourMs).sort((a, b) => Math.abs(a) - Math.abs(b));
  const present = recent[Math.floor(recent.length * 0.4)] ?? max;
  const levels = steps.map((step) => Number((base + control * step).toPrecision(base === 0 ? 3 : 5)));
  return { kind, levels, present };
}

/** Returns the values that the limits of a point watch at a time: its main field, or the change of that since the first reading. */
export function watchedOf(kind: Limits['kind'], signal: Signal, startMs: number): (at: number) => number | null {
  if (kind === 'value') return (at) => signal.values(at)[signal.index] ?? null;
  const keys = fieldsOf(signal.plan.family, signal.plan.nodeCount).map(({ key }) => key);
  const change = changeOf(keys, elementAt(keys, signal.index), { isClosed: isRing(signal.plan.parameters) });
  const places = change.keys.map((key) => keys.indexOf(key));
  const initials = places.map((place) => firstKnown(signal, startMs, place));
  return (at) => {
    const values = signal.values(at);
    const cumulative = cumulativeFrom(
      change,
      places.map((place) => values[place] ?? Number.NaN),
      initials,
    );
    return Number.isNaN(cumulative) ? null : cumulative;
  };
}

/** That at every `stepMs` of [fromMs, toMs], where it has a value. */
function known(watched: (at: number) => number | null, fromMs: number, toMs: number, stepMs: number): number[] {
  const values: number[] = [];
  for (let at = fromMs; at <= toMs; at += stepMs) {
    const value = watched(at);
    if (value !== null) values.push(value);
  }
  return values;
}

/** A rise over the last days that ends a third of the way from one limit to the next, the higher the longer. */
function riseTo(alertLevel: AlertLevel, madeMs: number) {
  const days = 4 + 2 * alertLevel;
  const restDays = 1.5;
  const push = {
    atMs: madeMs - days * dayMs,
    durationMs: (days - restDays) * dayMs,
    shape: 'ramp' as const,
  };
  const target = ({ kind, levels, present }: Limits) => {
    const reached = elementAt(levels, alertLevel - 1);
    const next = levels[alertLevel] ?? reached + (reached - elementAt(levels, alertLevel - 2));
    return (kind === 'cumulative' ? Math.sign(present) || 1 : 1) * (reached + (next - reached) / 3);
  };
  return { push, target };
}

/** Limits that an ordinary year does not reach, as the threshold of a point. */
export function thresholdsOf(site: string, sncode: string, point: DemoPoint, startMs: number): Laid | null {
  const signal = curveOf(site, sncode, point, startMs);
  const limits = limitsOf(point, signal, startMs);
  const field = fieldsOf(point.family, signal.plan.nodeCount)[signal.index];
  if (!limits || !field) return null;
  const { kind, levels, present } = limits;
  return {
    threshold: {
      field: field.key,
      kind,
      method: kind === 'value' ? 'upper' : 'twoSided',
      // Open or not: there is nothing in between.
      levels: point.family === 'manholeCover' ? [null, null, null, 1] : [...levels],
      base: 'value',
      combine: 'and',
      rateLevels: null,
      releaseRatio: 0.95,
      releaseCount: 2,
      // Noise touches a limit; three readings in a row mean it.
      consecutive: 3,
      enabled: true,
    },
    reach: elementAt(levels, 1) * 1.06 - present,
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
