/**
 * Deflection of a concrete face slab (CFRD) from a chain of tilt segments up the slab. Joint 0 is at the plinth and fixed.
 * Deflection is normal to the slab in mm, positive into the dam body (the way the water pushes). Angles in degrees from
 * the horizontal. Source: SL 551 for the signs; the sum is that of ISO 18674-3.
 */
import { chainageOf } from '../settlement/tilt-line.ts';

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
  const alpha = panel.panelAngleDeg * degree;
  return {
    deflectionMm,
    horizontalMm: deflectionMm.map((w) => w * Math.sin(alpha)),
    upMm: deflectionMm.map((w) => -w * Math.cos(alpha)),
    elevationM: chainageOf(lengthsMm).map((s) => panel.plinthElevationM + (s / 1000) * Math.sin(alpha)),
  };
}
