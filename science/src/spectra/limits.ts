/**
 * Limits of vibration that depend on the frequency. The curves are templates that people may change: they were written
 * down from the standards' tables and are no legal text.
 */

/** A limit by frequency, mm/s: straight between the corners, constant outside of them; a step is two corners of one frequency. */
export type LimitCurve = readonly { readonly hz: number; readonly limit: number }[];

/** DIN 4150-3, short-term vibration at the foundation, peak particle velocity in mm/s: rows 1 to 3. */
export const din4150Foundation = {
  industrial: [
    { hz: 10, limit: 20 },
    { hz: 50, limit: 40 },
    { hz: 100, limit: 50 },
  ],
  dwellings: [
    { hz: 10, limit: 5 },
    { hz: 50, limit: 15 },
    { hz: 100, limit: 20 },
  ],
  sensitive: [
    { hz: 10, limit: 3 },
    { hz: 50, limit: 8 },
    { hz: 100, limit: 10 },
  ],
} as const satisfies Record<string, LimitCurve>;

/** Limit at a frequency; null for a curve without corners or a frequency that is not a number. */
export function limitAt(curve: LimitCurve, hz: number): number | null {
  const above = curve.findIndex((corner) => corner.hz >= hz);
  const [first, last] = [curve[0], curve.at(-1)];
  if (first === undefined || last === undefined || Number.isNaN(hz)) return null;
  if (above === -1) return last.limit;
  const upper = curve[above] ?? last;
  const lower = curve[above - 1];
  if (lower === undefined) return first.limit;
  return lower.limit + ((upper.limit - lower.limit) * (hz - lower.hz)) / (upper.hz - lower.hz);
}

/** A band of permitted velocity: the lower limit warns, the upper one alarms. */
export interface VelocityBand {
  readonly upToHz: number;
  readonly lower: number;
  readonly upper: number;
}

/** GB 6722-2014, table 2, cm/s: up to 10 Hz, up to 50 Hz and above. */
export const gb6722 = {
  adobe: bands(0.15, 0.45, 0.45, 0.9, 0.9, 1.5),
  civil: bands(1.5, 2, 2, 2.5, 2.5, 3),
  industrial: bands(2.5, 3.5, 3.5, 4.5, 4.2, 5),
  ancient: bands(0.1, 0.2, 0.2, 0.3, 0.3, 0.5),
  plantControl: bands(0.5, 0.6, 0.6, 0.7, 0.7, 0.9),
  hydraulicTunnel: bands(7, 8, 8, 10, 10, 15),
  trafficTunnel: bands(10, 12, 12, 15, 15, 20),
  mineRoadway: bands(15, 18, 18, 25, 20, 30),
  rockSlope: bands(5, 9, 8, 12, 10, 15),
  concreteTo3Days: bands(1.5, 2, 2, 2.5, 2.5, 3),
  concreteTo7Days: bands(3, 4, 4, 5, 5, 7),
  concreteTo28Days: bands(7, 8, 8, 10, 10, 12),
} satisfies Record<string, readonly VelocityBand[]>;
export type ProtectedObject = keyof typeof gb6722;
export const protectedObjects = Object.keys(gb6722) as ProtectedObject[];

/** One side of bands as a curve with steps, mm/s; a frequency at a step belongs to the band below it. */
export const curveOfBands = (table: readonly VelocityBand[], side: 'lower' | 'upper'): LimitCurve =>
  table.slice(1).flatMap((band, i) => {
    const below = table[i] ?? band;
    return [below, band].map((each) => ({ hz: below.upToHz, limit: mmPerSecond(each[side]) }));
  });
/** From cm/s; 0.15 cm/s is 1.5 mm/s, not 1.5000000000000002. */
const mmPerSecond = (cmPerSecond: number): number => Number((cmPerSecond * 10).toFixed(6));

/** More corners than any standard has. */
const maxCorners = 24;

/** A curve written by hand, `10:5, 50:15`: Hz and mm/s, frequencies ascending. Null where it is no curve. */
export function readCurve(text: string): LimitCurve | null {
  const corners = text
    .split(/[,;，；]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, hz, limit] = /^(\d+(?:\.\d+)?)\s*[:：]\s*(\d+(?:\.\d+)?)$/.exec(part) ?? [];
      return { hz: Number(hz), limit: Number(limit) };
    });
  const isCurve = corners.every(
    ({ hz, limit }, i) => hz > 0 && hz <= 5_000 && limit > 0 && limit <= 1e6 && hz >= (corners[i - 1]?.hz ?? 0),
  );
  return corners.length > 0 && corners.length <= maxCorners && isCurve ? corners : null;
}
export const writeCurve = (curve: LimitCurve): string => curve.map(({ hz, limit }) => `${hz}:${limit}`).join(', ');

function bands(a: number, b: number, c: number, d: number, e: number, f: number): readonly VelocityBand[] {
  return [
    { upToHz: 10, lower: a, upper: b },
    { upToHz: 50, lower: c, upper: d },
    { upToHz: Number.POSITIVE_INFINITY, lower: e, upper: f },
  ];
}

/** The permitted velocity of a curve of steps: that of the first corner at or above the frequency, of the last one beyond. */
export const stepAt = (curve: LimitCurve, hz: number): number | null =>
  Number.isNaN(hz) ? null : ((curve.find((corner) => hz <= corner.hz) ?? curve.at(-1))?.limit ?? null);

/** A curve with its shape: straight between its corners, or in steps up to each. */
export interface VelocityCurve {
  readonly shape: 'line' | 'steps';
  readonly corners: LimitCurve;
}
export const velocityLimit = ({ shape, corners }: VelocityCurve, hz: number): number | null =>
  shape === 'line' ? limitAt(corners, hz) : stepAt(corners, hz);

/** Beyond every frequency that is measured. */
const highestHz = 10_000;

/** The same bands as steps, mm/s, for whoever edits them: at every frequency the limit of `curveOfBands`. */
export const stepsOfBands = (table: readonly VelocityBand[], of: 'lower' | 'upper'): VelocityCurve => ({
  shape: 'steps',
  corners: table.map((band) => ({ hz: Math.min(band.upToHz, highestHz), limit: mmPerSecond(band[of]) })),
});

/**
 * How much of a curve a vibration takes, in percent, by the axis that takes most: each component is compared at its own
 * frequency (DIN 4150-3: the largest component decides). An axis whose frequency is not known is compared with the lowest
 * limit of the curve. Null without axes.
 */
export function shareOfCurve(
  axes: readonly { readonly velocityMmS: number; readonly velocityHz: number | null }[],
  curve: VelocityCurve,
): { readonly percent: number; readonly hz: number; readonly velocityMmS: number } | null {
  let most: { percent: number; hz: number; velocityMmS: number } | null = null;
  for (const { velocityMmS, velocityHz } of axes) {
    const strictest = curve.corners.reduce((low, corner) => (corner.limit < low.limit ? corner : low), {
      hz: 0,
      limit: Number.POSITIVE_INFINITY,
    });
    const hz = velocityHz ?? strictest.hz;
    const limit = velocityLimit(curve, hz);
    if (limit === null) continue;
    const percent = (velocityMmS / limit) * 100;
    if (most === null || percent > most.percent) most = { percent, hz, velocityMmS };
  }
  return most;
}
