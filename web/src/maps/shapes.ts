import type { Status } from '../design/status-words.ts';

/** One mark on a map. Longitude and latitude in degrees, WGS84. */
export interface MapMark {
  readonly id: string | number;
  readonly longitude: number;
  readonly latitude: number;
  /** How what it stands for stands; null = it is nothing that is measured. */
  readonly status: Status | null;
  readonly name: string;
  /** Second line of the label: the worst value. */
  readonly detail?: string | undefined;
}
