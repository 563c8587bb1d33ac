import { useMaybeSession } from './session.ts';

/** The zone of this browser (IANA). */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone in which a reader sees the times of a project: its own, or the reader's where the profile says so. */
export const shownZone = (zone: string, timesIn: 'project' | 'mine' | undefined): string =>
  timesIn === 'mine' ? browserZone() : zone;

export function useShownZone(zone: string): string {
  return shownZone(zone, useMaybeSession()?.preferences.timesIn);
}
