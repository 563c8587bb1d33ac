/**
 * Geometry of a railway track. Lengths in mm, angles in degrees. Sources: EN 13848-1 for the terms; rail-head centres of
 * 1500 mm stand for the 1435 mm gauge.
 */

const degree = Math.PI / 180;
const railCentresMm = 1500;

/** Cant (superelevation), mm: h = c sin phi; positive when the rail of the positive side is higher. */
export const cantOf = (crossTiltDeg: number, centresMm = railCentresMm): number =>
  centresMm * Math.sin(crossTiltDeg * degree);

/** Twist from one section to the next, mm per m: (h2 - h1) / B, with the base B between them in m. */
export const twistOf = (cantMm: number, nextCantMm: number, baseM: number): number => (nextCantMm - cantMm) / baseM;

/** Versine at the middle of a chord, mm: y_mid - (y_a + y_b) / 2. */
export const versineOf = (aMm: number, middleMm: number, bMm: number): number => middleMm - (aMm + bMm) / 2;
