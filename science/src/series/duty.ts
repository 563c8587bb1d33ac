/**
 * Who is on duty: shifts that come again every week by the clock of a zone, and dated substitutions over them. Spans are
 * [startMs, endMs), epoch ms. A shift lasts as long as the clock says: over a change of the clock an hour longer or
 * shorter. A start or end that the clock skips is the instant of the skip; one that it shows twice is the first. Where
 * nobody is on duty there is a span without people: a gap is never left out.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { zoneOf } from './zone.ts';

export interface Shift {
  /** 1 = Monday ... 7 = Sunday: the days on which it begins. */
  readonly days: readonly number[];
  /** HH:MM. */
  readonly fromTime: string;
  /** HH:MM; at or before `fromTime` = of the next day. */
  readonly toTime: string;
  readonly personId: number;
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

/** Begins and ends of shifts around [fromMs, toMs). */
function stepsOf(shifts: readonly Shift[], fromMs: number, toMs: number, timeZone: string): Step[] {
  const zone = zoneOf(timeZone);
  const firstDay = Math.floor(zone.localOf(fromMs) / dayMs) * dayMs - 2 * dayMs;
  const lastDay = Math.floor(zone.localOf(toMs) / dayMs) * dayMs + dayMs;
  const steps: Step[] = [];
  for (const { days, fromTime, toTime, personId } of shifts) {
    const [from, to] = [clockMs(fromTime), clockMs(toTime)];
    for (let day = firstDay; day <= lastDay; day += dayMs) {
      if (!days.includes(weekday(day))) continue;
      const start = Math.max(zone.startOf(day + from), fromMs);
      const end = Math.min(zone.startOf(day + to + (to <= from ? dayMs : 0)), toMs);
      if (start < end) steps.push({ at: start, personId, by: 1 }, { at: end, personId, by: -1 });
    }
  }
  return steps.sort((a, b) => a.at - b.at);
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
  const steps = stepsOf(plan.shifts, fromMs, toMs, timeZone);
  const near = plan.substitutions.filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs);
  const edges = [...steps.map(({ at }) => at), ...near.flatMap(({ startMs, endMs }) => [startMs, endMs])];
  const starts = [...new Set([fromMs, ...edges])].filter((at) => at >= fromMs && at < toMs).sort((a, b) => a - b);
  const counts = new Map<number, number>();
  const spans: DutySpan[] = [];
  let next = 0;
  for (const [i, startMs] of starts.entries()) {
    for (let step = steps[next]; step !== undefined && step.at <= startMs; step = steps[++next])
      counts.set(step.personId, (counts.get(step.personId) ?? 0) + step.by);
    const onShift = new Set([...counts].filter(([, count]) => count > 0).map(([personId]) => personId));
    append(spans, { startMs, endMs: starts[i + 1] ?? toMs, personIds: withSubstitutes(onShift, near, startMs) });
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
