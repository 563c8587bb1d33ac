/** The weather of a site: temperature, rain, wind and the rest, as functions of time. Devices of one site share it. */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { hash, smooth, wander, white } from './noise.ts';

export const yearMs = 365.25 * dayMs;

export interface Weather {
  /** Air temperature, degC. */
  air(atMs: number): number;
  /** Temperature inside a body: `damping` 0 is air, 1 hardly feels the day and is two months late in the year. */
  inside(atMs: number, damping: number): number;
  /** Rain over (fromMs, toMs], mm. */
  rain(fromMs: number, toMs: number): number;
  /** Rain still in the ground, mm: what fell, fading with a time constant of `days`. */
  wetness(atMs: number, days: number): number;
  /** Sine of the year, 1 in the middle of summer, -1 in the middle of winter. */
  season(atMs: number): number;
  /** Sine of the day, 1 at 15:00 local time, -1 at 03:00. */
  daily(atMs: number): number;
  /** Hour of the local day, 0..24. */
  hour(atMs: number): number;
  /** Start of the local day and of the local year. */
  dayStart(atMs: number): number;
  yearStart(atMs: number): number;
  windSpeed(atMs: number): number;
  windDirection(atMs: number): number;
  pressure(atMs: number): number;
}

/** An event every two days at most, more often in summer. */
const cellMs = 2 * dayMs;

interface Shower {
  readonly fromMs: number;
  readonly lastsMs: number;
  readonly mm: number;
}

/** The weather of site `seed`, at a civil time of `utcOffsetHours`. */
export function weatherOf(seed: number, utcOffsetHours = 8): Weather {
  const offset = utcOffsetHours * hourMs;
  const season = (at: number) => Math.cos((2 * Math.PI * (at - Date.UTC(2025, 6, 20))) / yearMs);
  const daily = (at: number) => Math.cos((2 * Math.PI * (at + offset - 15 * hourMs)) / dayMs);
  const air = (at: number) => {
    const front = wander(seed + 1, at, 5 * dayMs) * 2.6 + wander(seed + 2, at, 9 * hourMs) * 0.6;
    return 16 + 11 * season(at) + (4.2 + 1.2 * wander(seed + 3, at, 3 * dayMs)) * daily(at) + front;
  };

  function shower(cell: number): Shower | null {
    const wet = 0.38 + 0.24 * season(cell * cellMs);
    if (hash(seed + 11, cell) > wet) return null;
    const lastsMs = (2 + 16 * hash(seed + 12, cell) ** 2) * hourMs;
    const mm = Math.min(130, -13 * (1 + 0.5 * season(cell * cellMs)) * Math.log(1 - hash(seed + 13, cell)));
    return { fromMs: cell * cellMs + hash(seed + 14, cell) * dayMs, lastsMs, mm };
  }
  const fallen = ({ fromMs, lastsMs, mm }: Shower, at: number) => mm * smooth((at - fromMs) / lastsMs);

  return {
    air,
    season,
    daily,
    inside: (at, damping) => {
      const late = damping * 60 * dayMs;
      const slow = 16 + (11 - 5 * damping) * season(at - late);
      return damping >= 1 ? slow : slow + (1 - damping) * (air(at - damping * 6 * hourMs) - 16 - 11 * season(at));
    },
    rain: (from, to) => {
      let sum = 0;
      for (let cell = Math.floor(from / cellMs) - 1; cell * cellMs <= to; cell++) {
        const event = shower(cell);
        if (event !== null) sum += fallen(event, to) - fallen(event, from);
      }
      return sum;
    },
    wetness: (at, days) => {
      let sum = 0;
      const first = Math.floor((at - 5 * days * dayMs) / cellMs);
      for (let cell = first; cell * cellMs <= at; cell++) {
        const event = shower(cell);
        if (event === null || event.fromMs > at) continue;
        sum += fallen(event, at) * Math.exp(-(at - event.fromMs) / (days * dayMs));
      }
      return sum;
    },
    hour: (at) => ((((at + offset) % dayMs) + dayMs) % dayMs) / hourMs,
    dayStart: (at) => Math.floor((at + offset) / dayMs) * dayMs - offset,
    yearStart: (at) => Date.UTC(new Date(at + offset).getUTCFullYear(), 0, 1) - offset,
    windSpeed: (at) => {
      const mean = 2.4 + 0.8 * daily(at) + 1.6 * wander(seed + 21, at, 14 * hourMs);
      return Math.max(0, mean + 0.5 * Math.max(0.3, mean) * 0.4 * white(seed + 22, at));
    },
    windDirection: (at) => {
      const turn = 120 + 70 * wander(seed + 23, at, 20 * hourMs) + 9 * white(seed + 24, at);
      return ((turn % 360) + 360) % 360;
    },
    pressure: (at) =>
      1012 - 6 * season(at) + 5 * wander(seed + 25, at, 4 * dayMs) + 0.8 * Math.cos(2 * (at / dayMs) * 2 * Math.PI),
  };
}
