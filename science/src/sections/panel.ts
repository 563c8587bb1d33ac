/**
 * Deflection of a concrete face slab (CFRD) from a chain of tilt segments up the slab. Joint 0 is at the plinth and fixed.
 * Deflection is normal to the slab in mm, positive into the dam body (the way the water pushes). Angles in degrees from
 * the horizontal. Source: SL 551 for the signs; the sum is that of ISO 18674-3.
 */
import { chainageOf } from '../settlement/tilt-line.ts';
import type { Plane } from './plane.ts';

const degree = Math.PI / 180;

export interface Panel {
  readonly lengthsMm: ArrayLike<number>;
  /** Inclination of each segment, from the plinth upward. */
  readonly tiltDeg: ArrayLike<number>;
  readonly initialTiltDeg: ArrayLike<number>;
  /** Inclination of the slab. */
  readonly panelAngleDeg: number;
  readonly plinthElevationM: number;
}

/** Per joint 0..n. */
export interface PanelDeflection {
  /** w_j = sum of -L sin(b_i - b_i0) from the plinth. */
  readonly deflectionMm: Float64Array;
  /** w sin alpha, downstream positive. */
  readonly horizontalMm: Float64Array;
  /** -w cos alpha, up positive. */
  readonly upMm: Float64Array;
  /** z0 + s_j sin alpha. */
  readonly elevationM: Float64Array;
}

/** Deflection of every joint; beyond a missing inclination (NaN) it is NaN. */
export function panelDeflection(panel: Panel): PanelDeflection {
  const { lengthsMm, tiltDeg, initialTiltDeg } = panel;
  const deflectionMm = new Float64Array(lengthsMm.length + 1);
  for (let i = 0; i < lengthsMm.length; i++) {
    const turned = ((tiltDeg[i] as number) - (initialTiltDeg[i] as number)) * degree;
    deflectionMm[i + 1] = (deflectionMm[i] as number) - (lengthsMm[i] as number) * Math.sin(turned);
  }
  const parts = Array.from(deflectionMm, (w) => deflectionParts(w, panel.panelAngleDeg));
  return {
    deflectionMm,
    horizontalMm: Float64Array.from(parts, ({ horizontalMm }) => horizontalMm),
    upMm: Float64Array.from(parts, ({ upMm }) => upMm),
    elevationM: panelElevationsM(panel),
  };
}

/** A deflection normal to the slab as its parts, mm: horizontal w sin alpha, downstream positive; up -w cos alpha. */
export function deflectionParts(deflectionMm: number, panelAngleDeg: number): { horizontalMm: number; upMm: number } {
  const alpha = panelAngleDeg * degree;
  return { horizontalMm: deflectionMm * Math.sin(alpha), upMm: -deflectionMm * Math.cos(alpha) };
}

/** Elevation of the joints at rest, m: z0 + s_j sin alpha. */
export function panelElevationsM({
  lengthsMm,
  panelAngleDeg,
  plinthElevationM,
}: Pick<Panel, 'lengthsMm' | 'panelAngleDeg' | 'plinthElevationM'>): Float64Array {
  const sin = Math.sin(panelAngleDeg * degree);
  return chainageOf(lengthsMm).map((s) => plinthElevationM + (s / 1000) * sin);
}

/** The joints at rest in the section of the dam, mm from the plinth: x downstream, y up. */
export const panelNodes = (chainagesM: readonly number[], panelAngleDeg: number): Plane[] =>
  chainagesM.map((s) => ({
    x: s * 1000 * Math.cos(panelAngleDeg * degree),
    y: s * 1000 * Math.sin(panelAngleDeg * degree),
  }));
