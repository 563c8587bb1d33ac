/** Which slide is shown, how bright the screen is, and how old what it shows is. Pure. */
import type { WallAlert } from '@plumbline/contract/alerts/alerts.wall';
import type { Wall } from '@plumbline/contract/overview/walls';

/** After a new alert the screen is in full, whatever the time of the day. */
const wakeMs = 10 * 60_000;
/** Without an answer for so long, what is shown is of then and not of now. */
export const outdatedMs = 15_000;
/** A slide is asked for every ten seconds. */
export const slideOutdatedMs = 35_000;

/** Minutes of the day in a zone. */
function minutesIn(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hour12: false })
    .formatToParts(at)
    .filter(({ type }) => type === 'hour' || type === 'minute');
  const [hour = 0, minute = 0] = parts.map(({ value }) => Number(value));
  return (hour % 24) * 60 + minute;
}
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** How bright the screen is, 0 to 1: dimmed between two times of the day, also over midnight, and in full after an alert. */
export function brightnessAt(
  { dim, timeZone }: Pick<Wall, 'dim' | 'timeZone'>,
  alerts: readonly Pick<WallAlert, 'raisedAt'>[],
  now: number,
): number {
  if (!dim) return 1;
  if (alerts.some(({ raisedAt }) => now - Date.parse(raisedAt) < wakeMs)) return 1;
  const [at, from, to] = [minutesIn(timeZone, now), minutesOf(dim.from), minutesOf(dim.to)];
  const isWithin = from <= to ? at >= from && at < to : at >= from || at < to;
  return isWithin ? dim.percent / 100 : 1;
}

/** The place after `place`, or before it; the first after the last. */
export const nextPlace = (place: number, by: 1 | -1, count: number): number =>
  count === 0 ? 0 : (place + by + count) % count;

/** The alerts that were not there before and sound: of the level and above. `known` = null at the first look, when none is new. */
export function soundingAlerts<T extends Pick<WallAlert, 'id' | 'level'>>(
  alerts: readonly T[],
  previousIds: ReadonlySet<number> | null,
  soundFrom: number,
): T[] {
  if (previousIds === null || soundFrom === 0) return [];
  return alerts.filter(({ id, level }) => level >= soundFrom && !previousIds.has(id));
}
