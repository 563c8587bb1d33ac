/** Times as receivers want them: `iso`, `s`, `ms`, or digits of a clock in a zone (`yyyy-MM-dd HH:mm:ss`). */
import { zoneOf } from '../series/zone.ts';

const digits: Readonly<Record<string, readonly [from: number, to: number]>> = {
  yyyy: [0, 4],
  MM: [5, 7],
  dd: [8, 10],
  HH: [11, 13],
  mm: [14, 16],
  ss: [17, 19],
  SSS: [20, 23],
};

/** An instant, epoch ms, by a pattern. Throws RangeError for a zone that does not exist. */
export function writeTime(at: number, pattern: string, timeZone: string): string | number {
  if (pattern === 'ms') return at;
  if (pattern === 's') return Math.floor(at / 1000);
  if (pattern === 'iso') return new Date(at).toISOString();
  const local = new Date(zoneOf(timeZone).localOf(at)).toISOString();
  return pattern.replace(/yyyy|MM|dd|HH|mm|ss|SSS/g, (part) => {
    const [from, to] = digits[part] ?? [0, 0];
    return local.slice(from, to);
  });
}
