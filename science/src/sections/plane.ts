/** Points of a plane. */

export interface Plane {
  readonly x: number;
  readonly y: number;
}
