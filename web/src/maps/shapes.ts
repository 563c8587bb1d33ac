/** One mark on a map. Longitude and latitude in degrees, WGS84. */
export interface MapMark {
  readonly id: string | number;
  readonly longitude: number;
  readonly latitude: number;
  readonly level: number;
  readonly name: string;
  /** Second line of the label: the worst value. */
  readonly detail?: string | undefined;
}
