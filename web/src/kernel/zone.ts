import { useMaybeSession } from './session.ts';

/** The zone of this browser (IANA). */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone in which a reader sees the times of a project: its own, or the reader's where the profile says so. */
export const shownZone = (zone: string, timesIn: 'project' | 'mine' | undefined): string =>
  timesIn === 'mine' ? browserZone() : zone;

/** By whose clocks a reader may look: those of the site, of the browser, of nobody in particular. */
export const zoneChoices = ['project', 'mine', 'utc'] as const;
export type ZoneChoice = (typeof zoneChoices)[number];

/** The zone of a choice, of a project that lies in `zone`. */
export function chosenZone(choice: ZoneChoice, zone: string): string {
  if (choice === 'utc') return 'UTC';
  return shownZone(zone, choice);
}

export function useShownZone(zone: string): string {
  return shownZone(zone, useMaybeSession()?.preferences.timesIn);
}
