/**
 * Force of a cable from its natural frequencies, as a taut string: T = 4 m L^2 (f_n / n)^2. Mass in kg/m, length in m,
 * frequency in Hz, bending stiffness in N m2; forces in kN. Source: Zui, Shinke and Namita (1996) for the limits of it.
 */

export interface Cable {
  readonly massKgM: number;
  readonly lengthM: number;
  /** Bending stiffness EI; none for a string without any. */
  readonly stiffnessNm2?: number;
}

/** Force from one order. With stiffness, hinged ends take EI (n pi / L)^2 off it. */
export function cableForce({ massKgM, lengthM, stiffnessNm2 = 0 }: Cable, frequencyHz: number, order = 1): number {
  const taut = 4 * massKgM * lengthM ** 2 * (frequencyHz / order) ** 2;
  return (taut - stiffnessNm2 * ((order * Math.PI) / lengthM) ** 2) / 1000;
}

/** First frequency that fits several orders best: sum(n f_n) / sum(n^2); null without any. */
export function fundamentalOf(
  modes: readonly { readonly order: number; readonly frequencyHz: number }[],
): number | null {
  const square = modes.reduce((sum, { order }) => sum + order * order, 0);
  return square > 0 ? modes.reduce((sum, { order, frequencyHz }) => sum + order * frequencyHz, 0) / square : null;
}

/** xi = L sqrt(T / EI). Below 210 the cable is no taut string, and its ends count: the force is doubtful. */
export const slenderness = ({ lengthM, stiffnessNm2 = 0 }: Cable, forceKn: number): number =>
  lengthM * Math.sqrt((forceKn * 1000) / stiffnessNm2);
