/**
 * Vibrating-wire conversions. A wire's frequency f [Hz] is worked with as digits R = f^2/1000. For pressure and load
 * cells the frequency falls as the load rises, so (R0 - R) makes compression positive; for strain, rebar and crack
 * gauges (R - R0) makes tension and opening positive. All functions give NaN for NaN.
 */

/** Standard gravity, m/s2. */
export const gravity = 9.80665;

/** Frequencies outside of this range [Hz] are a broken wire, not a reading (collector range 450..6000). */
export const frequencyRangeHz = { min: 400, max: 6000 } as const;

/** R = f^2/1000 [digits], f in Hz. NaN outside of the range that a sound wire can sing in. Source: GEOKON 4500 manual. */
export function digitsOf(frequencyHz: number): number {
  if (!(frequencyHz >= frequencyRangeHz.min && frequencyHz <= frequencyRangeHz.max)) return Number.NaN;
  return (frequencyHz * frequencyHz) / 1000;
}

/** f = sqrt(1000 R) [Hz]: the inverse of digitsOf. */
export function frequencyOf(digits: number): number {
  return Math.sqrt(1000 * digits);
}

/**
 * P = K (R0 - R) [unit of K times digits], or K (R - R0) when tension is positive. K per digit; a factor per Hz^2 is
 * 1000 times smaller. Source: GEOKON 4500 manual, ISO 18674-4.
 */
export function linearLoad(k: number, zeroDigits: number, digits: number, tensionPositive = false): number {
  return tensionPositive ? k * (digits - zeroDigits) : k * (zeroDigits - digits);
}

/**
 * P - (S - S0): what an unvented sensor shows without the change of the air pressure; S, S0 = barometric pressure now and at
 * zero, all in one unit. Source: GEOKON 4500 manual.
 */
export const withoutBarometer = (pressure: number, barometer: number, zeroBarometer: number): number =>
  pressure - (barometer - zeroBarometer);

/** C = -(A R0^2 + B R0): the constant of the polynomial from the reading on site at zero load. */
export function polynomialZero(a: number, b: number, zeroDigits: number): number {
  return -(a * zeroDigits * zeroDigits + b * zeroDigits);
}

/** P = A R^2 + B R + C, with the factors of the calibration sheet. Source: GEOKON 4500 manual. */
export function polynomialLoad(a: number, b: number, c: number, digits: number): number {
  return (a * digits + b) * digits + c;
}

/** Apparent strain eps = G B (R - R0) [microstrain], tension positive; G gauge factor of the model, B batch factor. */
export function wireStrain(gaugeFactor: number, batchFactor: number, zeroDigits: number, digits: number): number {
  return gaugeFactor * batchFactor * (digits - zeroDigits);
}

/** Thermal expansion [microstrain/degC]: of the steel wire and of ordinary concrete. Source: GEOKON 4200 manual. */
export const expansion = { steel: 12.2, concrete: 10.4 } as const;

/** Strain from load in concrete: eps + (T - T0)(CFs - CFc) [microstrain]. */
export function loadStrain(
  apparent: number,
  temperatureChangeC: number,
  steel: number = expansion.steel,
  concrete: number = expansion.concrete,
): number {
  return apparent + temperatureChangeC * (steel - concrete);
}

/** Actual total strain: eps + (T - T0) CFs [microstrain]. */
export function totalStrain(apparent: number, temperatureChangeC: number, steel: number = expansion.steel): number {
  return apparent + temperatureChangeC * steel;
}

/**
 * N = eps (Es As + Ec Ac) 1e-9 [kN], tension positive; eps in microstrain, E in MPa, A in mm2. A steel strut has no
 * concrete part. Source: GB 50497-2019 6.7 notes.
 */
export function axialForce(
  strain: number,
  steelModulusMPa: number,
  steelAreaMm2: number,
  concreteModulusMPa = 0,
  concreteAreaMm2 = 0,
): number {
  return strain * (steelModulusMPa * steelAreaMm2 + concreteModulusMPa * concreteAreaMm2) * 1e-9;
}

/**
 * The strings of a multi-string load cell: mean and spread (largest less smallest) of R0_i - R_i [digits], over the
 * strings that sing. A broken string (null or out of range) leaves both sums. NaN when none is left.
 */
export function stringLoad(
  zeroHz: ArrayLike<number | null>,
  nowHz: ArrayLike<number | null>,
): { mean: number; spread: number; broken: number } {
  const strings = Math.min(zeroHz.length, nowHz.length);
  let sum = 0;
  let sound = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < strings; i++) {
    const fall = digitsOf(zeroHz[i] ?? Number.NaN) - digitsOf(nowHz[i] ?? Number.NaN);
    if (Number.isNaN(fall)) continue;
    sum += fall;
    sound++;
    if (fall < min) min = fall;
    if (fall > max) max = fall;
  }
  return sound === 0
    ? { mean: Number.NaN, spread: Number.NaN, broken: strings }
    : { mean: sum / sound, spread: max - min, broken: strings - sound };
}

/** Loss of an anchor since lock-off: (Flock - F)/Flock * 100 [%]. */
export function anchorLoss(lockForceKN: number, forceKN: number): number {
  return ((lockForceKN - forceKN) / lockForceKN) * 100;
}
