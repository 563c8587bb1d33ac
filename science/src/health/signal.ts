/** Strength of the mobile signal from the modem's CSQ (0..31, 99 unknown). */

export type SignalGrade = 'poor' | 'good' | 'excellent' | 'unknown';

const isKnown = (csq: number): boolean => csq >= 0 && csq <= 31;

/** Below 18 poor, 18..24 good, 25..31 excellent. Source: specification 9. */
export function signalGrade(csq: number): SignalGrade {
  if (!isKnown(csq)) return 'unknown';
  return csq < 18 ? 'poor' : csq < 25 ? 'good' : 'excellent';
}
