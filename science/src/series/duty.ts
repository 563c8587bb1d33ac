/**
 * Who is on duty: shifts that come again every week by the clock of a zone, rotations in layers over them, and dated
 * substitutions over both. Spans are [startMs, endMs), epoch ms. A shift or turn lasts as long as the clock says: over a change
 * of the clock an hour longer or shorter. A start or end that the clock skips is the instant of the skip; one that it shows
 * twice is the first. Where nobody is on duty there is a span without people: a gap is never left out.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { type Zone, zoneOf } from './zone.ts';

export interface Shift {
  /** 1 = Monday ... 7 = Sunday: the days on which it begins. */
  readonly days: readonly number[];
  /** HH:MM. */
  readonly fromTime: string;
  /** HH:MM; at or before `fromTime` = of the next day. */
  readonly toTime: string;
  readonly personId: number;
}
/** People who take turns. Where a rotation puts somebody on duty, the layers below it, and the shifts, put nobody. */
export interface Rotation {
  /** In the order of their turns; each once or more often. */
  readonly personIds: readonly number[];
  /** Length of a turn in days of the calendar: 1 = daily, 7 = weekly. */
  readonly everyDays: number;
  /** YYYY-MM-DD: the first turn begins then, at `handoverTime`; before it the rotation puts nobody on duty. */
  readonly startDate: string;
  /** HH:MM. */
  readonly handoverTime: string;
  /** 1 = Monday ... 7 = Sunday: the days on which its hours begin. */
  readonly days: readonly number[];
  /** HH:MM; null = around the clock on its days. */
  readonly fromTime: string | null;
  /** HH:MM; at or before `fromTime` = of the next day. */
  readonly toTime: string | null;
}
export interface Substitution {
  readonly startMs: number;
  readonly endMs: number;
  /** Who does not come; null = the substitute comes beside whoever is on duty. */
  readonly absentId: number | null;
  /** Who comes instead, wherever the absent person would have been on duty; null = nobody. */
  readonly substituteId: number | null;
}
export interface DutyPlan {
  readonly shifts: readonly Shift[];
  /** From the lowest layer to the highest. */
  readonly rotations?: readonly Rotation[];
  /** In the order in which they were made: a later one replaces people whom an earlier one put in. */
  readonly substitutions: readonly Substitution[];
}
export interface DutySpan {
  readonly startMs: number;
  readonly endMs: number;
  /** Ascending; empty = a gap. */
  readonly personIds: readonly number[];
}

const clockMs = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
};

/** 1 = Monday ... 7 = Sunday, of a local midnight. */
const weekday = (localMidnightMs: number): number => new Date(localMidnightMs).getUTCDay() || 7;

interface Step {
  readonly at: number;
  readonly personId: number;
  readonly by: 1 | -1;
}
interface Bounds {
  readonly fromMs: number;
  readonly toMs: number;
}
type Hours = Pick<Shift, 'days' | 'fromTime' | 'toTime'>;

/** Times within bounds at which hours that come again every week are on; neighbours may meet. */
function hoursWithin({ days, fromTime, toTime }: Hours, { fromMs, toMs }: Bounds, zone: Zone): Bounds[] {
  const firstDay = Math.floor(zone.localOf(fromMs) / dayMs) * dayMs - 2 * dayMs;
  const lastDay = Math.floor(zone.localOf(toMs) / dayMs) * dayMs + dayMs;
  const [from, to] = [clockMs(fromTime), clockMs(toTime)];
  const spans: Bounds[] = [];
  for (let day = firstDay; day <= lastDay; day += dayMs) {
    if (!days.includes(weekday(day))) continue;
    const start = Math.max(zone.startOf(day + from), fromMs);
    const end = Math.min(zone.startOf(day + to + (to <= from ? dayMs : 0)), toMs);
    if (start < end) spans.push({ fromMs: start, toMs: end });
  }
  return spans;
}

const stepsAt = ({ fromMs, toMs }: Bounds, personId: number): Step[] => [
  { at: fromMs, personId, by: 1 },
  { at: toMs, personId, by: -1 },
];

/** Begins and ends of the turns of a rotation within bounds. */
function turnsWithin(rotation: Rotation, bounds: Bounds, zone: Zone): Step[] {
  const { personIds, everyDays, startDate, handoverTime, days, fromTime, toTime } = rotation;
  const first = Date.parse(`${startDate}T00:00:00Z`) + clockMs(handoverTime);
  const turnMs = everyDays * dayMs;
  const hours = { days, fromTime: fromTime ?? '00:00', toTime: toTime ?? fromTime ?? '00:00' };
  const steps: Step[] = [];
  for (let turn = Math.max(0, Math.floor((zone.localOf(bounds.fromMs) - first) / turnMs) - 1); ; turn++) {
    const startMs = zone.startOf(first + turn * turnMs);
    const personId = personIds[turn % personIds.length];
    if (startMs >= bounds.toMs || personId === undefined) return steps;
    const within = {
      fromMs: Math.max(startMs, bounds.fromMs),
      toMs: Math.min(zone.startOf(first + (turn + 1) * turnMs), bounds.toMs),
    };
    if (within.fromMs < within.toMs)
      steps.push(...hoursWithin(hours, within, zone).flatMap((each) => stepsAt(each, personId)));
  }
}

/** One layer of a plan: who is on duty by it, instant after instant in ascending order. */
class Layer {
  readonly #steps: readonly Step[];
  readonly #counts = new Map<number, number>();
  #next = 0;

  constructor(steps: readonly Step[]) {
    this.#steps = [...steps].sort((a, b) => a.at - b.at);
  }

  get edges(): readonly number[] {
    return this.#steps.map(({ at }) => at);
  }

  /** The people on duty from an instant on; none before one that was asked for is asked for again. */
  from(ms: number): ReadonlySet<number> {
    for (let step = this.#steps[this.#next]; step !== undefined && step.at <= ms; step = this.#steps[++this.#next])
      this.#counts.set(step.personId, (this.#counts.get(step.personId) ?? 0) + step.by);
    return new Set([...this.#counts].filter(([, count]) => count > 0).map(([personId]) => personId));
  }
}

/** The layers of a plan from the highest to the lowest, which is that of the shifts. */
function layersOf({ shifts, rotations = [] }: DutyPlan, bounds: Bounds, zone: Zone): Layer[] {
  const weekly = shifts.flatMap((shift) =>
    hoursWithin(shift, bounds, zone).flatMap((each) => stepsAt(each, shift.personId)),
  );
  const turns = rotations.map((rotation) => new Layer(turnsWithin(rotation, bounds, zone)));
  return [...turns.reverse(), new Layer(weekly)];
}

function withSubstitutes(onShift: ReadonlySet<number>, substitutions: readonly Substitution[], ms: number): number[] {
  const people = new Set(onShift);
  for (const { startMs, endMs, absentId, substituteId } of substitutions) {
    if (ms < startMs || ms >= endMs) continue;
    if (absentId !== null && !people.delete(absentId)) continue;
    if (substituteId !== null) people.add(substituteId);
  }
  return [...people].sort((a, b) => a - b);
}

/** Returns the people on duty throughout [ fromMs, toMs), without a hole between the spans. Throws RangeError on an unknown zone. */
export function dutySpans(plan: DutyPlan, fromMs: number, toMs: number, timeZone: string): DutySpan[] {
  const layers = layersOf(plan, { fromMs, toMs }, zoneOf(timeZone));
  const near = plan.substitutions.filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs);
  const edges = [...layers.flatMap((layer) => layer.edges), ...near.flatMap(({ startMs, endMs }) => [startMs, endMs])];
  const starts = [...new Set([fromMs, ...edges])].filter((at) => at >= fromMs && at < toMs).sort((a, b) => a - b);
  const spans: DutySpan[] = [];
  for (const [i, startMs] of starts.entries()) {
    const onDuty = layers.map((layer) => layer.from(startMs)).find((people) => people.size > 0) ?? new Set();
    append(spans, { startMs, endMs: starts[i + 1] ?? toMs, personIds: withSubstitutes(onDuty, near, startMs) });
  }
  return spans;
}

/** Neighbours with the same people are one span. */
function append(spans: DutySpan[], span: DutySpan): void {
  const last = spans.at(-1);
  if (last && last.personIds.join() === span.personIds.join()) spans[spans.length - 1] = { ...last, endMs: span.endMs };
  else spans.push(span);
}

/** Returns the people on duty at an instant; empty = nobody. */
export const onDutyAt = (plan: DutyPlan, ms: number, timeZone: string): readonly number[] =>
  dutySpans(plan, ms, ms + 1, timeZone)[0]?.personIds ?? [];
