/** The tables of the strata as they are typed, and what of them can be drawn. Pure. Invariant: what cannot be read stays as it was typed. */
import {
  Excavation,
  overlappingLayer,
  repeatedDay,
  type Soil,
  SoilLayer,
  type Strata,
} from '@plumbline/contract/points/strata';

/** A layer under the pen: a cell that is not filled yet is absent, and may hold text that is no number. */
export interface LayerRow {
  readonly topM?: number;
  readonly bottomM?: number;
  readonly soil?: Soil;
  readonly name?: string;
}
export interface ExcavationRow {
  readonly on?: string;
  readonly depthM?: number;
}

/** A new layer begins where the last one ends. */
export function nextLayer(rows: readonly LayerRow[]): LayerRow {
  const topM = rows.length === 0 ? 0 : rows.at(-1)?.bottomM;
  return { ...(topM === undefined ? {} : { topM }), name: '' };
}

/** Returns the complete rows of both tables; layers only as far as they are in order, so that none is drawn over another. */
export function drawable(layers: readonly LayerRow[], excavations: readonly ExcavationRow[]): Strata {
  const completeLayers = layers.flatMap((row) => SoilLayer.safeParse(row).data ?? []);
  const dated = excavations.flatMap((row) => Excavation.safeParse(row).data ?? []);
  return {
    layers: completeLayers.slice(0, overlappingLayer(completeLayers) ?? completeLayers.length),
    excavations: dated.toSorted((a, b) => a.on.localeCompare(b.on)),
  };
}

/** The row of the first layer that begins too high, among those whose depths are numbers; null = none. */
export function overlapAt(rows: readonly LayerRow[]): number | null {
  const depths = rows.flatMap(({ topM, bottomM }, row) =>
    typeof topM === 'number' && typeof bottomM === 'number' ? [{ row, topM, bottomM }] : [],
  );
  return depths[overlappingLayer(depths) ?? -1]?.row ?? null;
}

/** The row of the first day that stands above already; null = none. */
export function repeatAt(rows: readonly ExcavationRow[]): number | null {
  const days = rows.flatMap(({ on }, row) => (on === undefined ? [] : [{ row, on }]));
  return days[repeatedDay(days) ?? -1]?.row ?? null;
}
