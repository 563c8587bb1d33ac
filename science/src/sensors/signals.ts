/**
 * From the raw quantity of a sensor mode to the engineering value: what the families share. A signal gives NaN when
 * its quantity is missing or broken; the recipe turns NaN into null at its edge.
 */
import {
  fullBridgeStrain,
  halfBridgeStrain,
  loadCellForce,
  poissonBridgeStrain,
  quarterBridgeStrain,
  ratioValue,
} from './bridge.ts';
import { loopValue, scaled } from './loop.ts';
import { amount, either, type Sample, type Settings } from './settings.ts';
import { thermistorTemperature } from './thermistor.ts';
import { digitsOf, linearLoad, polynomialLoad, polynomialZero } from './vibrating-wire.ts';

export type Signal = (sample: Sample) => number;

export interface Source {
  readonly quantities: readonly string[];
  readonly signal: Signal;
}

/** Sensor temperature, degC: `temperature` (or `temp`), else the thermistor's `resistance` in ohm. */
export function temperatureSignal(settings: Settings): Source {
  const cableM = settings.take('cableLength', 'm', 0);
  return {
    quantities: ['temperature', 'resistance'],
    signal: (sample) => {
      const direct = either(amount(sample, 'temperature'), amount(sample, 'temp'));
      return !Number.isNaN(direct) ? direct : thermistorTemperature(amount(sample, 'resistance'), cableM);
    },
  };
}

/** Kt (T - t0): 0 without Kt; NaN when Kt is set and the temperature is missing, for the value would be wrong. */
export function temperatureCorrection(settings: Settings, unit: string, temperature: Signal): Signal {
  const kt = settings.take('Kt', `${unit}/°C`, 0);
  const t0 = settings.take('t0', '°C', 20);
  return kt === 0 ? () => 0 : (sample) => kt * (temperature(sample) - t0);
}

/**
 * Mode 1, one wire: K (R0 - R), or K (R - R0) when tension is positive, plus Kt (T - t0). With factors A and B the
 * polynomial A R^2 + B R + C is used, C by default such that f0 gives 0. `frequency` in Hz or `digits` = Hz^2/1000.
 */
export function wireSignal(settings: Settings, unit: string, tensionPositive: boolean, temperature: Signal): Source {
  const a = settings.may('A', `${unit}/digit²`);
  const b = settings.may('B', `${unit}/digit`);
  const c = settings.may('C', unit);
  const polynomial = a !== null && b !== null;
  const kSetting = polynomial ? (settings.may('K', `${unit}/digit`) ?? 0) : settings.need('K', `${unit}/digit`);
  const zero = digitsOf(
    polynomial && c !== null ? (settings.may('f0', 'Hz') ?? Number.NaN) : settings.need('f0', 'Hz'),
  );
  const k = settings.take('kUnit', '', 0) === 1 ? kSetting * 1000 : kSetting;
  const tension = settings.take('tensionPositive', '', tensionPositive ? 1 : 0) === 1;
  const correction = temperatureCorrection(settings, unit, temperature);
  const constant = polynomial ? (c ?? polynomialZero(a, b, zero)) : 0;
  const load = polynomial
    ? (digits: number) => polynomialLoad(a, b, constant, digits)
    : (digits: number) => linearLoad(k, zero, digits, tension);
  return {
    quantities: ['frequency', 'digits', 'temperature', 'resistance'],
    signal: (sample) => load(wireDigits(sample)) + correction(sample),
  };
}

function wireDigits(sample: Sample): number {
  const sung = amount(sample, 'frequency');
  if (!Number.isNaN(sung)) return digitsOf(sung);
  return digitsOf(Math.sqrt(1000 * amount(sample, 'digits')));
}

/** Modes 2 and 3: the line from the signal's range to `min`..`max`; a 4-20 mA current at fault (NAMUR NE 43) is NaN. */
export function loopSignal(settings: Settings, mode: number, unit: string): Source {
  const min = settings.need('min', unit);
  const max = settings.need('max', unit);
  if (mode === 2) {
    const x0 = settings.take('minCurrent', 'mA', 4);
    const x1 = settings.take('maxCurrent', 'mA', 20);
    return { quantities: ['current'], signal: (sample) => loopValue(amount(sample, 'current'), min, max, x0, x1) };
  }
  const x0 = settings.take('minVoltage', 'V', 0);
  const x1 = settings.take('maxVoltage', 'V', 5);
  return { quantities: ['voltage'], signal: (sample) => scaled(amount(sample, 'voltage'), x0, x1, min, max) };
}

/** Modes 6, 7, 8 as strain [microstrain, tension positive]: `ratio` in mV/V, or in V/V when ratioUnit is 1. */
export function bridgeStrainSignal(settings: Settings, mode: number, temperature: Signal): Source {
  const scale = settings.take('ratioUnit', '', 0) === 1 ? 1 : 1e-3;
  const r0 = settings.take('r0', scale === 1 ? 'V/V' : 'mV/V', 0);
  const gaugeFactor = settings.take('gaugeFactor', '', 2);
  const sign = settings.take('invert', '', 0) === 1 ? -1 : 1;
  const lead = mode === 6 ? settings.take('leadResistance', 'Ω', 0) : 0;
  const gauge = mode === 6 ? settings.take('gaugeResistance', 'Ω', 350) : 350;
  const poisson = mode === 7 ? settings.take('poissonRatio', '', 0) : 0;
  const correction = temperatureCorrection(settings, 'µε', temperature);
  const strain =
    mode === 6
      ? (vr: number) => quarterBridgeStrain(vr, gaugeFactor, lead, gauge)
      : mode === 8
        ? (vr: number) => fullBridgeStrain(vr, gaugeFactor)
        : poisson > 0
          ? (vr: number) => poissonBridgeStrain(vr, gaugeFactor, poisson)
          : (vr: number) => halfBridgeStrain(vr, gaugeFactor);
  return {
    quantities: ['ratio', 'temperature', 'resistance'],
    signal: (sample) => sign * strain((amount(sample, 'ratio') - r0) * scale) + correction(sample),
  };
}

/** A ratiometric sensor: Kr (r - r0) + Kt (T - t0); a load cell with fullScale and ratedOutput: FS (r - r0)/S. */
export function ratioSignal(settings: Settings, unit: string, ratioUnit: string, temperature: Signal): Source {
  const r0 = settings.take('r0', ratioUnit, 0);
  const rated = ratioUnit === 'mV/V' ? settings.may('ratedOutput', 'mV/V') : null;
  const fullScale = ratioUnit === 'mV/V' ? settings.may('fullScale', unit) : null;
  const cell = rated !== null && fullScale !== null;
  const kr = cell ? 0 : settings.take('Kr', `${unit}/(${ratioUnit})`, 1);
  const correction = temperatureCorrection(settings, unit, temperature);
  return {
    quantities: ['ratio', 'temperature'],
    signal: cell
      ? (sample) => loadCellForce(fullScale, rated, r0, amount(sample, 'ratio')) + correction(sample)
      : (sample) => ratioValue(kr, amount(sample, 'ratio'), r0) + correction(sample),
  };
}

/** Mode 4, the main field: K times the field's own quantity (or `value`) plus offset. */
export function digitalSignal(settings: Settings, field: string, unit: string): Source {
  const k = settings.take('K', '', 1);
  const offset = settings.take('offset', unit, 0);
  return {
    quantities: [field],
    signal: (sample) => k * either(amount(sample, field), amount(sample, 'value')) + offset,
  };
}
