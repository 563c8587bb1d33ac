/** Temperature from resistance: the 3 kOhm thermistor of vibrating-wire sensors, and platinum (Pt100, Pt1000). */

const steinhart = { a: 1.4051e-3, b: 2.369e-4, c: 1.019e-7 } as const;
const zeroCelsiusK = 273.15;

/** Wire resistance of the usual 22 AWG cable, ohm per km and conductor. Source: GEOKON manual. */
export const cableOhmPerKm = 48.5;

/**
 * 1/T = A + B ln R + C (ln R)^3, T in K -> degC. 3k NTC (YSI 44005, Dale 1C3001-B3); R in ohm. NaN for a short
 * (below 50 ohm) or an open circuit (above 2 Mohm). `cableM`: length of the cable, of which both wires are taken off.
 */
export function thermistorTemperature(ohm: number, cableM = 0): number {
  const sensorOhm = ohm - (2 * cableOhmPerKm * cableM) / 1000;
  if (!(sensorOhm >= 50 && sensorOhm <= 2e6)) return Number.NaN;
  const ln = Math.log(sensorOhm);
  return 1 / (steinhart.a + steinhart.b * ln + steinhart.c * ln * ln * ln) - zeroCelsiusK;
}

/** The inverse: ohm at T degC, from the closed solution of the cubic in ln R. */
export function thermistorResistance(temperatureC: number): number {
  const { a, b, c } = steinhart;
  const x = (a - 1 / (temperatureC + zeroCelsiusK)) / c;
  const y = Math.sqrt((b / (3 * c)) ** 3 + (x * x) / 4);
  return Math.exp(Math.cbrt(y - x / 2) - Math.cbrt(y + x / 2));
}

const platinum = { a: 3.9083e-3, b: -5.775e-7, c: -4.183e-12 } as const;

/** R = R0 (1 + aT + bT^2 [+ c (T-100) T^3 below 0 degC]) [ohm]. Source: IEC 60751, -200..850 degC. */
export function platinumResistance(temperatureC: number, zeroOhm = 100): number {
  const t = temperatureC;
  const cold = t < 0 ? platinum.c * (t - 100) * t * t * t : 0;
  return zeroOhm * (1 + platinum.a * t + platinum.b * t * t + cold);
}

/** The inverse, degC: closed above 0 degC, by Newton's method below. NaN outside of -200..850 degC. */
export function platinumTemperature(ohm: number, zeroOhm = 100): number {
  const { a, b, c } = platinum;
  const ratio = ohm / zeroOhm;
  let t = (-a + Math.sqrt(a * a - 4 * b * (1 - ratio))) / (2 * b);
  if (ratio < 1) {
    for (let step = 0; step < 12; step++) {
      const over = 1 + a * t + b * t * t + c * (t - 100) * t * t * t - ratio;
      const slope = a + 2 * b * t + c * (4 * t * t * t - 300 * t * t);
      const next = t - over / slope;
      if (Math.abs(next - t) < 1e-12) break;
      t = next;
    }
  }
  return t >= -200.01 && t <= 850.01 ? t : Number.NaN;
}
