/** Grades of the mobile signal. */

export type SignalGrade = 'poor' | 'good' | 'excellent' | 'unknown';

const isKnown = (csq: number): boolean => csq >= 0 && csq <= 31;

/** From CSQ (0..31, 99 unknown): below 18 poor, 18..24 good, 25..31 excellent. Source: specification 9. */
export function signalGrade(csq: number): SignalGrade {
  if (!isKnown(csq)) return 'unknown';
  return csq < 18 ? 'poor' : csq < 25 ? 'good' : 'excellent';
}

/** From the modem's level in dBm by the CSQ that it stands for; beyond the scale is its end. */
export const signalGradeDbm = (dBm: number): SignalGrade =>
  Number.isFinite(dBm) ? signalGrade(Math.min(31, Math.max(0, (dBm + 113) / 2))) : 'unknown';

/** From the 4G signal in dB: at most 10 poor, up to 25 good, above excellent. Source: specification 9. */
export function signalGradeDb(dB: number): SignalGrade {
  if (!Number.isFinite(dB)) return 'unknown';
  return dB <= 10 ? 'poor' : dB <= 25 ? 'good' : 'excellent';
}
