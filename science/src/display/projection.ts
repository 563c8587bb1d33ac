/**
 * A body drawn on a sheet without perspective: what is equally long stays equally long wherever it stands. North, east
 * and up in any one unit; on the sheet x to the right, y upwards, and how near to the viewer.
 */

const degree = Math.PI / 180;

export interface InSpace {
  readonly north: number;
  readonly east: number;
  readonly up: number;
}

/** From where one looks at the body: the viewer's bearing from it, clockwise from north, and height over the horizon. */
export interface Viewpoint {
  readonly bearingDeg: number;
  /** 0 = from the side, 90 = from above. */
  readonly elevationDeg: number;
}

export interface OnSheet {
  readonly x: number;
  readonly y: number;
  /** Larger = nearer to the viewer. */
  readonly near: number;
}

/**
 * Orthographic projection. With bearing b and elevation e, right = (sin b, -cos b, 0), upwards = (-sin e cos b,
 * -sin e sin b, cos e), towards the viewer = (cos e cos b, cos e sin b, sin e), each (north, east, up). From the south
 * (b = 180) at e = 0: x is east, y is up; from above (e = 90): x is east, y is north.
 */
export function projected({ north, east, up }: InSpace, { bearingDeg, elevationDeg }: Viewpoint): OnSheet {
  const [sinB, cosB] = [Math.sin(bearingDeg * degree), Math.cos(bearingDeg * degree)];
  const [sinE, cosE] = [Math.sin(elevationDeg * degree), Math.cos(elevationDeg * degree)];
  const away = north * cosB + east * sinB;
  return { x: north * sinB - east * cosB, y: up * cosE - away * sinE, near: away * cosE + up * sinE };
}

/** The viewpoint after the body was turned by hand: round without end, between the horizon and straight above. */
export const turned = ({ bearingDeg, elevationDeg }: Viewpoint, byDeg: Viewpoint): Viewpoint => ({
  bearingDeg: (((bearingDeg + byDeg.bearingDeg) % 360) + 360) % 360,
  elevationDeg: Math.min(90, Math.max(0, elevationDeg + byDeg.elevationDeg)),
});
