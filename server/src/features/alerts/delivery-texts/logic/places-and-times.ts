/** Instants as messages give them. */

/** Gives instants as `2026-03-18 14:00:05` of a zone. */
export function timeIn(timeZone: string): (at: string | Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(new Date(at));
}

/** The offset of a zone at an instant: `UTC+8`. */
export const zoneAt = (timeZone: string, at: string | Date): string =>
  (
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
      .formatToParts(new Date(at))
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  ).replace('GMT', 'UTC');

/** An instant with the offset of its zone: `2026-03-18 14:00:05 (UTC+8)`. */
export const momentIn = (timeZone: string, at: Date): string => `${timeIn(timeZone)(at)} (${zoneAt(timeZone, at)})`;
