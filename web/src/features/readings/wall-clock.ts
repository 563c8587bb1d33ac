import dayjs, { type Dayjs } from 'dayjs';
import { instantOf, offsetMs } from '../../charts/frame/ticks.ts';

/** What the clocks of a zone show, as date pickers hold it. */
export function wallOf(at: number, zone: string): Dayjs {
  const wall = new Date(at + offsetMs(at, zone));
  const day = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()] as const;
  return dayjs(new Date(...day, wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()));
}

/** The instant at which the clocks of a zone show what a date picker holds, epoch ms. */
export const instantAt = (d: Dayjs, zone: string): number =>
  instantOf(Date.UTC(d.year(), d.month(), d.date(), d.hour(), d.minute(), d.second()), zone);
