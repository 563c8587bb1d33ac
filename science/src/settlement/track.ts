/**
 * Geometry of a railway track. Lengths in mm, angles in degrees. Sources: EN 13848-1 for the terms; rail-head centres of
 * 1500 mm stand for the 1435 mm gauge.
 */

const degree = Math.PI / 180;
const nominalGaugeMm = 1435;
const railCentresMm = 1500;

/** Cant (superelevation), mm: h = c sin phi; positive when the rail of the positive side is higher. */
export const cantOf = (crossTiltDeg: number, centresMm = railCentresMm): number =>
  centresMm * Math.sin(crossTiltDeg * degree);

/** Deviation of gauge, mm; wide is positive. */
export const gaugeDeviation = (measuredMm: number, nominalMm = nominalGaugeMm): number => measuredMm - nominalMm;

/** Twist between neighbouring sections, mm per base: h(k+1) - h(k). One value fewer than sections. */
export const twistOf = (cantMm: ArrayLike<number>): Float64Array =>
  Float64Array.from(
    { length: Math.max(0, cantMm.length - 1) },
    (_, k) => (cantMm[k + 1] as number) - (cantMm[k] as number),
  );

/** Twist in mm per m over a base in m. */
export const twistPerMetre = (twistMm: number, baseM: number): number => twistMm / baseM;

/** Versine at the middle of a chord, mm: y_mid - (y_a + y_b) / 2. */
export const versineOf = (aMm: number, middleMm: number, bMm: number): number => middleMm - (aMm + bMm) / 2;
