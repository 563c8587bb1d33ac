/** Recipes of the families that measure movement of one place: displacement, tilt, cracks, track, vibration. */
import { movementOf, solutions } from './displacement.ts';
import type { FamilyRecipe, Values } from './recipe.ts';
import { amount, type Sample, type Settings } from './settings.ts';
import { digitalSignal, loopSignal, ratioSignal, temperatureSignal, wireSignal } from './signals.ts';

/**
 * Mode 4: `east`, `north`, `height` in m and `solution` (GGA state), from the base position e0, n0, h0 in m; or a
 * displacement that the instrument itself gives as `dx`, `dy`, `dh` in mm. dx is North, dy is East, dh is up, in mm.
 * Only a fixed solution is a measurement (a floating one too when acceptFloating is 1); the solution itself is kept.
 */
function surfaceDisplacement(settings: Settings): Values {
  const e0 = settings.need('e0', 'm');
  const n0 = settings.need('n0', 'm');
  const h0 = settings.need('h0', 'm');
  const acceptFloating = settings.take('acceptFloating', '', 0) === 1;
  return {
    quantities: ['east', 'north', 'height', 'solution', 'dx', 'dy', 'dh'],
    convert: (sample) => {
      const solution = amount(sample, 'solution');
      const good = solution === solutions.fixed || (acceptFloating && solution === solutions.floating);
      const surveyed = sample.north !== undefined || sample.east !== undefined;
      const trusted = surveyed ? good : good || Number.isNaN(solution);
      const dx = trusted ? (surveyed ? (amount(sample, 'north') - n0) * 1000 : amount(sample, 'dx')) : Number.NaN;
      const dy = trusted ? (surveyed ? (amount(sample, 'east') - e0) * 1000 : amount(sample, 'dy')) : Number.NaN;
      const dh = trusted ? (surveyed ? (amount(sample, 'height') - h0) * 1000 : amount(sample, 'dh')) : Number.NaN;
      const { horizontal, total, azimuthDeg } = movementOf(dx, dy, dh);
      return { horizontal, dx, dy, dh, total, azimuth: azimuthDeg, solution };
    },
  };
}

/**
 * Two-axis tilt in degrees; resultant = sqrt(x^2 + y^2). Modes 2 and 3: `current` or `voltage` is one number (x only)
 * or two (x, y), both over the same range. A one-axis sensor has no y and no resultant.
 */
function tilt(settings: Settings, mode: number): Values {
  const temperature = temperatureSignal(settings);
  const source = mode === 4 ? digitalSignal(settings, 'x', '°') : loopSignal(settings, mode, '°');
  const quantity = source.quantities[0] as string;
  const axis = (sample: Sample, index: number): number => {
    const quantityValue = sample[quantity];
    if (Array.isArray(quantityValue))
      return source.signal({ [quantity]: (quantityValue[index] as number | undefined) ?? null });
    return index === 0 ? source.signal(sample) : Number.NaN;
  };
  return {
    quantities: mode === 4 ? ['x', 'y', 'temp'] : [quantity, 'temperature', 'resistance'],
    convert: (sample) => {
      const x = mode === 4 ? source.signal(sample) : axis(sample, 0);
      const y = mode === 4 ? amount(sample, 'y') : axis(sample, 1);
      return { x, y, resultant: Math.hypot(x, y), temp: temperature.signal(sample) };
    },
  };
}

/** Mode 4, evaluated by the instrument: peakX, peakY, peakZ and rms in mm/s, frequency in Hz; peak = largest component. */
function vibration(): Values {
  return {
    quantities: ['peakX', 'peakY', 'peakZ', 'rms', 'frequency'],
    convert: (sample) => {
      const peakX = amount(sample, 'peakX');
      const peakY = amount(sample, 'peakY');
      const peakZ = amount(sample, 'peakZ');
      const largest = Math.max(sizeOf(peakX), sizeOf(peakY), sizeOf(peakZ));
      const peak = largest < 0 ? amount(sample, 'peak') : largest;
      return { peak, peakX, peakY, peakZ, rms: amount(sample, 'rms'), frequency: amount(sample, 'frequency') };
    },
  };
}

/** Size of a component; a missing one is smaller than any, so the peak is that of the components that are there. */
const sizeOf = (component: number): number => (!Number.isNaN(component) ? Math.abs(component) : -1);

/** Mode 4: gauge (wide +), superelevation, longitudinal level and alignment in mm, twist in mm/m. */
function track(settings: Settings): Values {
  const gauge = digitalSignal(settings, 'gauge', 'mm');
  return {
    quantities: ['gauge', 'superelevation', 'twist', 'longitudinal', 'alignment'],
    convert: (sample) => ({
      gauge: gauge.signal(sample),
      superelevation: amount(sample, 'superelevation'),
      twist: amount(sample, 'twist'),
      longitudinal: amount(sample, 'longitudinal'),
      alignment: amount(sample, 'alignment'),
    }),
  };
}

/** Width of a crack or joint in mm, opening positive. Mode 9: potentiometer, `ratio` = Vout/Vex, Kr its stroke in mm. */
function crack(settings: Settings, mode: number): Values {
  const temperature = temperatureSignal(settings);
  const source =
    mode === 1
      ? wireSignal(settings, 'mm', true, temperature.signal)
      : mode === 4
        ? digitalSignal(settings, 'opening', 'mm')
        : mode === 9
          ? ratioSignal(settings, 'mm', 'V/V', temperature.signal)
          : loopSignal(settings, mode, 'mm');
  const extra = mode === 4 ? 'temp' : 'temperature';
  return {
    quantities: [...new Set([...source.quantities, extra])],
    convert: (sample) => ({ opening: source.signal(sample), temp: temperature.signal(sample) }),
  };
}

export const movementFamilies = {
  surfaceDisplacement: {
    fields: ['horizontal', 'dx', 'dy', 'dh', 'total', 'azimuth', 'solution'],
    modes: [4],
    build: surfaceDisplacement,
  },
  tilt: { fields: ['x', 'y', 'resultant', 'temp'], modes: [2, 3, 4], build: tilt },
  vibration: { fields: ['peak', 'peakX', 'peakY', 'peakZ', 'rms', 'frequency'], modes: [4], build: vibration },
  track: { fields: ['gauge', 'superelevation', 'twist', 'longitudinal', 'alignment'], modes: [4], build: track },
  crack: { fields: ['opening', 'temp'], modes: [1, 2, 3, 4, 9], build: crack },
} as const satisfies Record<string, FamilyRecipe>;
