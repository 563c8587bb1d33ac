import type { Status } from '@plumbline/contract/status';

/** Longitude and latitude in degrees, WGS84. */
export interface Spot {
  readonly longitude: number;
  readonly latitude: number;
}

/** One mark on a map. */
export interface MapMark extends Spot {
  readonly id: string | number;
  /** How what it stands for stands; null = it is nothing that is measured. */
  readonly status: Status | null;
  readonly name: string;
  /** Second line of the label: the worst value. */
  readonly detail?: string | undefined;
}
