import dayjs, { type Dayjs } from 'dayjs';
import { instantOf, offsetMs } from '../../charts/frame/ticks.ts';

/** The wall time of an instant in a zone, as a day.js object of the browser's own zone: what a date picker holds. */
export function wallTime(at: string | number, zone: string | undefined): Dayjs {
  const ms = new Date(at).getTime();
  const wall = new Date(ms + offsetMs(ms, zone));
  return dayjs(
    new Date(
      wall.getUTCFullYear(),
      wall.getUTCMonth(),
      wall.getUTCDate(),
      wall.getUTCHours(),
      wall.getUTCMinutes(),
      wall.getUTCSeconds(),
    ),
  );
}

/** The instant at which the clocks of a zone show what a date picker holds, as ISO text in UTC. */
export const instantAt = (wall: Dayjs, zone: string | undefined): string =>
  new Date(
    instantOf(Date.UTC(wall.year(), wall.month(), wall.date(), wall.hour(), wall.minute(), wall.second()), zone),
  ).toISOString();
