/**
 * From the true value of a point to what its sensor would deliver, with the parameters that turn it back: the inverse
 * of the recipes of science/sensors.
 */
import type { Sample } from '@plumbline/science/sensors/recipes';
import { frequencyOf } from '@plumbline/science/sensors/vibrating-wire';

export interface Encoder {
  readonly parameters: Readonly<Record<string, number>>;
  readonly quantities: readonly string[];
  /** `value` in the unit of the main field, `temperatureC` at the sensor. */
  readonly encode: (value: number, temperatureC: number) => Sample;
}

export const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
};

export interface Range {
  /** Field key of the main field. */
  readonly field: string;
  /** Value of a sensor that feels nothing, and the width of what it can feel. */
  readonly zero: number;
  readonly span: number;
  readonly decimals: number;
  /** Vibrating wire: the frequency rises with the value. */
  readonly tension?: boolean;
  /** Vibrating wire: factor per digit, when the model has a given one. */
  readonly k?: number;
  /** Apparent change per degC that the sensor adds and the parameters take off. */
  readonly perDegree?: number;
}

/** Wire: K (R0 - R) or K (R - R0), plus Kt (T - t0); frequency to 0.01 Hz. Values count from 0, whatever `zero` is. */
export function wire(range: Range, f0: number): Encoder {
  const { tension = false, perDegree = 0, span } = range;
  const k = range.k ?? rounded(span / 2500, 6);
  const zeroDigits = (f0 * f0) / 1000;
  const parameters = { K: k, Kt: -perDegree, f0, t0: 20, tensionPositive: tension ? 1 : 0 };
  return {
    parameters,
    quantities: ['frequency', 'temperature'],
    encode: (value, temperatureC) => {
      const felt = (value + perDegree * (temperatureC - 20)) / k;
      const digits = tension ? zeroDigits + felt : zeroDigits - felt;
      return { frequency: rounded(frequencyOf(digits), 2), temperature: rounded(temperatureC, 1) };
    },
  };
}

/** 4-20 mA or 0-5 V over [zero, zero + span]; the output saturates a little beyond its range as a real one does. */
export function loop(range: Range, mode: 2 | 3): Encoder {
  const { zero, span } = range;
  const quantity = mode === 2 ? 'current' : 'voltage';
  const [x0, x1, low, high] = mode === 2 ? [4, 20, 3.8, 20.5] : [0, 5, -0.05, 5.1];
  return {
    parameters: { min: zero, max: zero + span },
    quantities: [quantity],
    encode: (value) => {
      const x = x0 + ((value - zero) / span) * (x1 - x0);
      return { [quantity]: rounded(Math.min(high, Math.max(low, x)), 4) };
    },
  };
}

/** The value itself. */
export function digital(range: Range): Encoder {
  const { field, decimals } = range;
  return {
    parameters: {},
    quantities: [field, 'temp'],
    encode: (value, temperatureC) => ({ [field]: rounded(value, decimals), temp: rounded(temperatureC, 2) }),
  };
}

/** Potentiometer: Vout/Vex over a stroke of `span`. */
export function ratio(range: Range): Encoder {
  const { span } = range;
  return {
    parameters: { Kr: span, r0: 0.5 },
    quantities: ['ratio', 'temperature'],
    encode: (value, temperatureC) => ({ ratio: rounded(0.5 + value / span, 6), temperature: rounded(temperatureC, 1) }),
  };
}

/** Strain-gauge bridge: quarter (6), half in bending (7) or full (8), in mV/V; value in microstrain, tension positive. */
export function bridge(mode: 6 | 7 | 8): Encoder {
  const gaugeFactor = 2.1;
  const r0 = 0.012;
  return {
    parameters: { gaugeFactor, r0 },
    quantities: ['ratio', 'temperature'],
    encode: (value, temperatureC) => {
      const felt = value * 1e-6 * gaugeFactor;
      const vr = mode === 6 ? -felt / (4 + 2 * felt) : mode === 7 ? -felt / 2 : -felt;
      return { ratio: rounded(r0 + vr * 1000, 6), temperature: rounded(temperatureC, 1) };
    },
  };
}

/** The encoder of modes 1, 2, 3, 4 and 9. */
export function encoderOf(mode: number, range: Range, f0: number): Encoder {
  if (mode === 1) return wire(range, f0);
  if (mode === 2 || mode === 3) return loop(range, mode);
  return mode === 9 ? ratio(range) : digital(range);
}
