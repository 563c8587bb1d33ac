/** Recipes of the families that measure load and strain: strain gauges, anchors, struts, earth pressure. */
import type { FamilyRecipe, Values } from './recipe.ts';
import { amount, either, type Sample, type Settings } from './settings.ts';
import {
  bridgeStrainSignal,
  digitalSignal,
  loopSignal,
  ratioSignal,
  temperatureCorrection,
  temperatureSignal,
  wireSignal,
} from './signals.ts';
import { axialForce, stringLoad } from './vibrating-wire.ts';

/** Strain in microstrain, tension positive; K = G B of the gauge, Kt = CFs - CFc. Deflection and convergence: mode 4 only. */
function structuralDeformation(settings: Settings, mode: number): Values {
  const temperature = temperatureSignal(settings);
  if (mode === 4) {
    const strain = digitalSignal(settings, 'strain', 'µε');
    return {
      quantities: ['strain', 'deflection', 'convergence', 'temp'],
      convert: (sample) => ({
        strain: strain.signal(sample),
        deflection: amount(sample, 'deflection'),
        convergence: amount(sample, 'convergence'),
        temp: temperature.signal(sample),
      }),
    };
  }
  const source = strainSource(settings, mode, temperature.signal);
  return {
    quantities: source.quantities,
    convert: (sample) => ({
      strain: source.signal(sample),
      deflection: Number.NaN,
      convergence: Number.NaN,
      temp: temperature.signal(sample),
    }),
  };
}

function strainSource(settings: Settings, mode: number, temperature: (sample: Sample) => number) {
  return mode === 1 ? wireSignal(settings, 'µε', true, temperature) : bridgeStrainSignal(settings, mode, temperature);
}

const stringCount = 6;

/**
 * Anchor force in kN. Mode 1: `frequency` is one number or one per string (null: broken), or frequency1..frequency6;
 * zero frequencies f01..f06, f0 for those not set: F = K mean(R0_i - R_i) + Kt (T - t0). Mode 8: load cell in mV/V.
 */
function anchorForce(settings: Settings, mode: number): Values {
  const temperature = temperatureSignal(settings);
  if (mode === 8) {
    const cell = ratioSignal(settings, 'kN', 'mV/V', temperature.signal);
    return {
      quantities: cell.quantities,
      convert: (sample) => ({ force: cell.signal(sample), temp: temperature.signal(sample) }),
    };
  }
  const k = settings.need('K', 'kN/digit');
  const shared = settings.need('f0', 'Hz');
  const zero = Array.from({ length: stringCount }, (_, i) => settings.may(`f0${i + 1}`, 'Hz') ?? shared);
  const perDigit = settings.take('kUnit', '', 0) === 1 ? k * 1000 : k;
  const correction = temperatureCorrection(settings, 'kN', temperature.signal);
  return {
    quantities: ['frequency', ...zero.map((_, i) => `frequency${i + 1}`), 'temperature', 'resistance'],
    convert: (sample) => {
      const force = perDigit * stringLoad(zero, stringsOf(sample)).mean + correction(sample);
      return { force, temp: temperature.signal(sample) };
    },
  };
}

function stringsOf(sample: Sample): readonly (number | null)[] {
  const { frequency } = sample;
  if (Array.isArray(frequency)) return frequency as readonly (number | null)[];
  if (typeof frequency === 'number') return [frequency];
  return Array.from({ length: stringCount }, (_, i) => amount(sample, `frequency${i + 1}`));
}

/** Total earth pressure in kPa, compression positive. */
function soilPressure(settings: Settings, mode: number): Values {
  const temperature = temperatureSignal(settings);
  const source =
    mode === 1
      ? wireSignal(settings, 'kPa', false, temperature.signal)
      : mode === 4
        ? digitalSignal(settings, 'pressure', 'kPa')
        : loopSignal(settings, mode, 'kPa');
  return {
    quantities: [...new Set([...source.quantities, mode === 4 ? 'temp' : 'temperature'])],
    convert: (sample) => ({ pressure: source.signal(sample), temp: temperature.signal(sample) }),
  };
}

/**
 * Axial force in kN, compression positive unless compressionPositive is 0; strain in microstrain, tension positive.
 * N = eps (E A + Ec Ac) 1e-9 from `modulus` [MPa] and `area` [mm2] of the steel and of the concrete around it.
 * With `measures` = 1 the sensor is a load cell (mode 1: K in kN/digit; mode 8: fullScale and ratedOutput) whose own
 * force is taken, and there is no strain. Mode 4 takes `force`, or works it out from `strain`.
 */
function axial(settings: Settings, mode: number): Values {
  const temperature = temperatureSignal(settings);
  const cell = mode === 1 || mode === 8 ? settings.take('measures', '', 0) === 1 : false;
  if (cell) {
    const source =
      mode === 1
        ? wireSignal(settings, 'kN', false, temperature.signal)
        : ratioSignal(settings, 'kN', 'mV/V', temperature.signal);
    const sign = settings.take('compressionPositive', '', 1) === 0 ? -1 : 1;
    return {
      quantities: source.quantities,
      convert: (sample) => ({
        force: sign * source.signal(sample),
        strain: Number.NaN,
        temp: temperature.signal(sample),
      }),
    };
  }
  const digital = mode === 4 ? digitalSignal(settings, 'force', 'kN') : null;
  const steelModulus =
    digital === null ? settings.need('modulus', 'MPa') : (settings.may('modulus', 'MPa') ?? Number.NaN);
  const steelArea = digital === null ? settings.need('area', 'mm²') : (settings.may('area', 'mm²') ?? Number.NaN);
  const concreteModulus = settings.take('concreteModulus', 'MPa', 0);
  const concreteArea = settings.take('concreteArea', 'mm²', 0);
  const sign = settings.take('compressionPositive', '', 1) === 0 ? 1 : -1;
  const forceOf = (strain: number) => sign * axialForce(strain, steelModulus, steelArea, concreteModulus, concreteArea);
  if (digital !== null) {
    return {
      quantities: ['force', 'strain', 'temp'],
      convert: (sample) => {
        const strain = amount(sample, 'strain');
        return { force: either(digital.signal(sample), forceOf(strain)), strain, temp: temperature.signal(sample) };
      },
    };
  }
  const source = strainSource(settings, mode, temperature.signal);
  return {
    quantities: source.quantities,
    convert: (sample) => {
      const strain = source.signal(sample);
      return { force: forceOf(strain), strain, temp: temperature.signal(sample) };
    },
  };
}

export const loadFamilies = {
  structuralDeformation: {
    fields: ['strain', 'deflection', 'convergence', 'temp'],
    modes: [1, 4, 6, 7, 8],
    build: structuralDeformation,
  },
  anchorForce: { fields: ['force', 'temp'], modes: [1, 8], build: anchorForce },
  soilPressure: { fields: ['pressure', 'temp'], modes: [1, 2, 3, 4], build: soilPressure },
  axialForce: { fields: ['force', 'strain', 'temp'], modes: [1, 4, 6, 7, 8], build: axial },
} as const satisfies Record<string, FamilyRecipe>;
