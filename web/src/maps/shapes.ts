import type { Status } from '@plumbline/contract/kernel/status';

/** Longitude and latitude in degrees, WGS84. */
export interface Spot {
  readonly longitude: number;
  readonly latitude: number;
}

/** Mark with a name, wherever it lies: on a map or on a drawing. */
export interface NamedMark {
  readonly id: string | number;
  /** How what it stands for stands; null = it is nothing that is measured. */
  readonly status: Status | null;
  readonly name: string;
  /** Before the detail, where there is room: what is measured. */
  readonly quantity?: string | undefined;
  /** Second line of the label: the worst value. */
  readonly detail?: string | undefined;
}

/** One mark on a map. */
export interface MapMark extends NamedMark, Spot {}
