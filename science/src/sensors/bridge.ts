/**
 * Strain-gauge bridges, load cells and potentiometers. Vr = (Vo/Vex) now - (Vo/Vex) initial [V/V]; the wiring of the
 * NI strain guide, with which tension is positive (Vr negative). Strain in microstrain; GF is the gauge factor.
 */

/** Quarter bridge: eps = -4 Vr/(GF (1 + 2 Vr)) (1 + RL/Rg); RL lead and Rg gauge resistance [ohm]. */
export function quarterBridgeStrain(vr: number, gaugeFactor: number, leadOhm = 0, gaugeOhm = 350): number {
  return ((-4 * vr) / (gaugeFactor * (1 + 2 * vr))) * (1 + leadOhm / gaugeOhm) * 1e6;
}

/** Half bridge, bending: eps = -2 Vr/GF. */
export function halfBridgeStrain(vr: number, gaugeFactor: number): number {
  return ((-2 * vr) / gaugeFactor) * 1e6;
}

/** Half bridge, axial with a Poisson gauge: eps = -4 Vr/(GF ((1 + nu) - 2 Vr (nu - 1))). */
export function poissonBridgeStrain(vr: number, gaugeFactor: number, poisson = 0.3): number {
  return ((-4 * vr) / (gaugeFactor * (1 + poisson - 2 * vr * (poisson - 1)))) * 1e6;
}

/** Full bridge, bending: eps = -Vr/GF. */
export function fullBridgeStrain(vr: number, gaugeFactor: number): number {
  return (-vr / gaugeFactor) * 1e6;
}

/** Load cell: F = FS (r - r0)/S; r, r0 in mV/V, S rated output in mV/V, FS in kN: compression as the cell is built. */
export function loadCellForce(fullScale: number, ratedMVPerV: number, zeroMVPerV: number, nowMVPerV: number): number {
  return (fullScale * (nowMVPerV - zeroMVPerV)) / ratedMVPerV;
}

/** Any ratiometric sensor: v = Kr (r - r0) + Kt (T - T0). */
export function ratioValue(kr: number, ratio: number, zeroRatio: number, temperatureTerm = 0): number {
  return kr * (ratio - zeroRatio) + temperatureTerm;
}
