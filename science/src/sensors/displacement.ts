/** Movement of a point in space from its components: N, E, U in mm, from the initial position. */

export interface Movement {
  /** sqrt(dN^2 + dE^2), mm. */
  readonly horizontal: number;
  /** sqrt(dN^2 + dE^2 + dU^2), mm. */
  readonly total: number;
  /** atan2(dE, dN) mod 360: clockwise from North, deg. NaN for no horizontal movement. */
  readonly azimuthDeg: number;
  /** atan2(dU, horizontal): positive up, deg. */
  readonly plungeDeg: number;
}

/** Size and direction of a movement (ISO 18674-1 conventions: North, East, up). NaN in any component gives NaN. */
export function movementOf(northMm: number, eastMm: number, upMm: number): Movement {
  const horizontal = Math.hypot(northMm, eastMm);
  const deg = (Math.atan2(eastMm, northMm) * 180) / Math.PI;
  return {
    horizontal,
    total: Math.hypot(northMm, eastMm, upMm),
    azimuthDeg: horizontal < 1e-9 ? Number.NaN : (deg + 360) % 360,
    plungeDeg: (Math.atan2(upMm, horizontal) * 180) / Math.PI,
  };
}

/** Parts of a horizontal movement, mm, along and across an axis of that azimuth: lateral is positive to the right of it. */
export function axialParts(
  northMm: number,
  eastMm: number,
  azimuthDeg: number,
): { readonly axial: number; readonly lateral: number } {
  const [sin, cos] = [Math.sin((azimuthDeg * Math.PI) / 180), Math.cos((azimuthDeg * Math.PI) / 180)];
  return { axial: northMm * cos + eastMm * sin, lateral: -northMm * sin + eastMm * cos };
}

/** GGA states of a solution. Only `fixed` is good to a few mm. */
export const solutions = { invalid: 0, single: 1, differential: 2, fixed: 4, floating: 5 } as const;
