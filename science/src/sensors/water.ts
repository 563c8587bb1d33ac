/** Water: level from pressure, flow over measuring weirs, moisture of soil. Levels and heads in m, flows in m3/s. */
import { gravity } from './vibrating-wire.ts';

/** Head of water above the sensor: P/(rho g/1000) [m]; P in kPa, rho in kg/m3. */
export function headOf(pressureKPa: number, densityKgPerM3 = 1000): number {
  return (pressureKPa * 1000) / (densityKgPerM3 * gravity);
}

/** The inverse of headOf, kPa. */
export function pressureOf(headM: number, densityKgPerM3 = 1000): number {
  return (headM * densityKgPerM3 * gravity) / 1000;
}

/** Elevation of the water table: H = Ztop - L + head [m]; Ztop elevation of the pipe's top, L sensor depth below it. */
export function waterElevation(pipeTopM: number, sensorDepthM: number, headM: number): number {
  return pipeTopM - sensorDepthM + headM;
}

/** Depth to water below the pipe's top: L - head [m]. */
export function depthToWater(sensorDepthM: number, headM: number): number {
  return sensorDepthM - headM;
}

/** The weirs that a point can choose, in the order of their number in the point's parameters. */
export const weirs = [
  'none',
  'notchChina',
  'notchIso',
  'rectangularIso',
  'rectangularChina',
  'francis',
  'cipolletti',
] as const;
export type Weir = (typeof weirs)[number];

const notches = [
  { deg: 90, ce: 0.5779, khM: 0.00085 },
  { deg: 60, ce: 0.5768, khM: 0.0012 },
  { deg: 45, ce: 0.5801, khM: 0.0015 },
  { deg: 30, ce: 0.5863, khM: 0.0021 },
] as const;

/** 90 degree V-notch after SL 551 / DL/T 5178: Q = 1.4 h^2.5 [m3/s]. */
export function notchFlowChina(headM: number): number {
  return 1.4 * headM ** 2.5;
}

/**
 * V-notch after ISO 1438 (Kindsvater-Shen): Q = (8/15) Ce sqrt(2g) tan(theta/2) (h + kh)^2.5 [m3/s], fully contracted,
 * h/P <= 0.4, 0.05 <= h <= 0.38 m. Ce and kh are those of the tabled angle (30, 45, 60, 90 degrees) nearest to theta.
 */
export function notchFlow(headM: number, angleDeg: number): number {
  let chosen: (typeof notches)[number] = notches[0];
  for (const each of notches) if (Math.abs(each.deg - angleDeg) < Math.abs(chosen.deg - angleDeg)) chosen = each;
  const slope = Math.tan((angleDeg * Math.PI) / 360);
  return (8 / 15) * chosen.ce * Math.sqrt(2 * gravity) * slope * (headM + chosen.khM) ** 2.5;
}

/** Suppressed rectangular weir after ISO 1438 (Kindsvater-Carter): Q = (2/3)(.602 + .075 h/P) sqrt(2g)(b - .0009)(h + .001)^1.5. */
export function rectangularFlow(headM: number, widthM: number, crestM: number): number {
  const coefficient = 0.602 + (0.075 * headM) / crestM;
  return (2 / 3) * coefficient * Math.sqrt(2 * gravity) * (widthM - 0.0009) * (headM + 0.001) ** 1.5;
}

/** Suppressed rectangular weir after SL 551: Q = (.402 + .054 h/P) b sqrt(2g) h^1.5. */
export function rectangularFlowChina(headM: number, widthM: number, crestM: number): number {
  return (0.402 + (0.054 * headM) / crestM) * widthM * Math.sqrt(2 * gravity) * headM ** 1.5;
}

/** Rectangular weir with two contractions after Francis: Q = 1.84 (b - .2 h) h^1.5. */
export function francisFlow(headM: number, widthM: number): number {
  return 1.84 * (widthM - 0.2 * headM) * headM ** 1.5;
}

/** Trapezoidal weir of Cipolletti: Q = 1.86 b h^1.5. */
export function cipollettiFlow(headM: number, widthM: number): number {
  return 1.86 * widthM * headM ** 1.5;
}

/** Flow [m3/s] over a weir at the head over its crest; 0 when the water stands at or below the crest. NaN for 'none'. */
export function weirFlow(weir: Weir, headM: number, at: { widthM: number; crestM: number; angleDeg: number }): number {
  if (weir === 'none') return Number.NaN;
  if (headM <= 0) return 0;
  if (weir === 'notchChina') return notchFlowChina(headM);
  if (weir === 'notchIso') return notchFlow(headM, at.angleDeg);
  if (weir === 'rectangularIso') return rectangularFlow(headM, at.widthM, at.crestM);
  if (weir === 'rectangularChina') return rectangularFlowChina(headM, at.widthM, at.crestM);
  return weir === 'francis' ? francisFlow(headM, at.widthM) : cipollettiFlow(headM, at.widthM);
}

/** Volumetric water content of mineral soil [m3/m3] from its relative permittivity. Source: Topp, Davis, Annan 1980. */
export function toppMoisture(permittivity: number): number {
  return -5.3e-2 + permittivity * (2.92e-2 + permittivity * (-5.5e-4 + permittivity * 4.3e-6));
}
