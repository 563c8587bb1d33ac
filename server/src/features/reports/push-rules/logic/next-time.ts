/** When a push rule sends next: at once, at the full interval of its zone, or at its times of day. */
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import type { PushSettings } from '@plumbline/contract/reports/push-rules';
import { zoneOf } from '@plumbline/science/series/zone';

export function nextTime(
  { mode, intervalMinutes, times, timeZone }: Pick<PushSettings, 'mode' | 'intervalMinutes' | 'times' | 'timeZone'>,
  now: Date,
): Date {
  if (mode === 2) return now;
  const zone = zoneOf(timeZone);
  const localMs = zone.localOf(now.getTime());
  const stepMs = intervalMinutes * minuteMs;
  const midnightMs = Math.floor(localMs / dayMs) * dayMs;
  const candidates =
    mode === 0
      ? [(Math.floor(localMs / stepMs) + 1) * stepMs]
      : [0, 1, 2].flatMap((day) =>
          times.map(
            (text) => midnightMs + day * dayMs + (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * minuteMs,
          ),
        );
  const next = candidates.map((each) => zone.startOf(each)).filter((each) => each > now.getTime());
  // None: a clock was just put back over it.
  return new Date(next.length > 0 ? Math.min(...next) : now.getTime() + stepMs);
}
