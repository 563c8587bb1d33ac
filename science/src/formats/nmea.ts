/**
 * NMEA 0183 of GNSS receivers: GGA, RMC, GST, HDT and ZDA, of whatever talker. Sentences of one time of the day are one
 * uplink. GGA has no date: it is that of the last RMC or ZDA, else the day that brings it nearest to the arrival.
 * `east` and `north` are by Gauss-Krüger on the ellipsoid of WGS 84, with the multiple of 3° nearest to the place as
 * central meridian; `height` is above the ellipsoid, `altitude` above the geoid of the receiver.
 * Source: domain reference 7.5; sentence fields as in gpsd, "NMEA Revealed", https://gpsd.io/NMEA.html
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { wgs84 } from '../surface/ellipsoid.ts';
import { project, zoneOf } from '../surface/gauss-kruger.ts';
import {
  type Arrival,
  nothingOf,
  readText,
  type Unwrapped,
  type Uplink,
  uplinkLimits,
  uplinkOf,
  type WrappingFault,
} from './uplink.ts';

type Values = Record<string, number | null>;

/** The fields of a sentence without its checksum; a fault where the checksum is wrong or absent. */
export function readSentence(line: string): readonly string[] | 'badCheckSum' | null {
  // Other protocols of a receiver may lie before it.
  const [, body, sum] = /\$([A-Z][A-Z0-9]{3,7},[\x20-\x29\x2B-\x7E]{0,1000})(?:\*([\dA-Fa-f]{2}))?/.exec(line) ?? [];
  if (body === undefined) return null;
  if (sum === undefined) return 'badCheckSum';
  let check = 0;
  for (let at = 0; at < body.length; at++) check ^= body.charCodeAt(at);
  return check === Number.parseInt(sum, 16) ? body.split(',') : 'badCheckSum';
}

interface Epoch {
  /** Milliseconds of the day. */
  readonly clock: number;
  day: number | null;
  readonly values: Values;
}

export function readNmea(content: Uint8Array, { receivedAt }: Pick<Arrival, 'receivedAt'>): Unwrapped {
  if (content.length > uplinkLimits.bytes) return nothingOf('tooLong');
  const text = readText(content) ?? Array.from(content, (byte) => String.fromCharCode(byte)).join('');
  const faults = new Set<WrappingFault>();
  const epochs: Epoch[] = [];
  let day: number | null = null;
  for (const line of text.split(/[\r\n]+/)) {
    const fields = readSentence(line);
    if (fields === 'badCheckSum') faults.add('badCheckSum');
    if (fields === null || fields === 'badCheckSum') continue;
    const kind = (fields[0] ?? '').slice(-3);
    if (kind === 'HDT') {
      const epoch = epochs.at(-1);
      if (epoch) epoch.values['heading'] = amount(fields[1]);
      continue;
    }
    const clock = kind === 'GGA' || kind === 'RMC' || kind === 'GST' || kind === 'ZDA' ? clockOf(fields[1]) : null;
    if (clock === null) continue;
    day = dayOf(kind, fields) ?? dayAfter(day, epochs.at(-1), clock);
    const epoch = epochOf(epochs, clock);
    epoch.day = day;
    Object.assign(epoch.values, valuesOf(kind, fields));
    if (epochs.length > uplinkLimits.uplinks) return nothingOf('tooMany');
  }
  const uplinks: Uplink[] = epochs
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ clock, day: statedDay, values }) =>
      uplinkOf({ at: (statedDay ?? nearestDay(clock, receivedAt)) + clock, object: values }),
    );
  return { uplinks, faults: [...faults] };
}

/** The day that was said last; past midnight of it the next, until one is said again. */
function dayAfter(day: number | null, last: Epoch | undefined, clock: number): number | null {
  const isPast = day !== null && last?.day === day && last.clock - clock > dayMs / 2;
  return isPast ? day + dayMs : day;
}

function epochOf(epochs: Epoch[], clock: number): Epoch {
  const last = epochs.at(-1);
  if (last?.clock === clock) return last;
  const next: Epoch = { clock, day: null, values: {} };
  epochs.push(next);
  return next;
}

function valuesOf(kind: string, fields: readonly string[]): Values {
  if (kind === 'GGA') return ggaOf(fields);
  if (kind === 'GST')
    return { sigmaLatitude: amount(fields[6]), sigmaLongitude: amount(fields[7]), sigmaHeight: amount(fields[8]) };
  if (kind !== 'RMC') return {};
  const speed = amount(fields[7]);
  return { speed: speed === null ? null : (speed * 1852) / 3600, course: amount(fields[8]) };
}

/** A position; every field that is empty is null. Lengths in m, angles in degrees. */
export function ggaOf(fields: readonly string[]): Values {
  const latitude = angleOf(fields[2], fields[3], 2);
  const longitude = angleOf(fields[4], fields[5], 3);
  const altitude = amount(fields[9]);
  const undulation = amount(fields[11]);
  const plane =
    latitude === null || longitude === null || Math.abs(latitude) > 89
      ? null
      : project({ latitude, longitude }, zoneOf(longitude, 3).centralMeridian, wgs84);
  return {
    latitude,
    longitude,
    east: plane?.east ?? null,
    north: plane?.north ?? null,
    height: altitude === null || undulation === null ? altitude : altitude + undulation,
    altitude,
    undulation,
    solution: amount(fields[6]),
    satellites: amount(fields[7]),
    hdop: amount(fields[8]),
    ageSeconds: amount(fields[13]),
  };
}

function amount(field: string | undefined): number | null {
  return field !== undefined && /^[+-]?\d{1,12}(?:\.\d{1,12})?$/.test(field) ? Number(field) : null;
}

/** `4807.038`, `N`: degrees and minutes. */
function angleOf(field: string | undefined, side: string | undefined, digits: 2 | 3): number | null {
  if (field === undefined || !/^\d{4,5}(?:\.\d{1,12})?$/.test(field) || !/^[NSEW]$/.test(side ?? '')) return null;
  const degrees = Number(field.slice(0, digits)) + Number(field.slice(digits)) / 60;
  if (degrees > (digits === 2 ? 90 : 180)) return null;
  return side === 'S' || side === 'W' ? -degrees : degrees;
}

function clockOf(field: string | undefined): number | null {
  const [, hours, minutes, seconds] = /^(\d{2})(\d{2})(\d{2}(?:\.\d{1,6})?)$/.exec(field ?? '') ?? [];
  if (hours === undefined) return null;
  const clock = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
  return clock < dayMs + 1000 ? clock : null;
}

/** The beginning of the day in UTC that a sentence says, epoch ms; null = it says none. */
function dayOf(kind: string, fields: readonly string[]): number | null {
  if (kind === 'ZDA') return dateOf(fields[2], fields[3], fields[4]);
  const [, day, month, year] = (kind === 'RMC' && /^(\d{2})(\d{2})(\d{2})$/.exec(fields[9] ?? '')) || [];
  return year === undefined ? null : dateOf(day, month, Number(year) < 80 ? `20${year}` : `19${year}`);
}

function dateOf(day: string | undefined, month: string | undefined, year: string | undefined): number | null {
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const read = new Date(at);
  return Number.isFinite(at) && read.getUTCDate() === Number(day) && read.getUTCMonth() === Number(month) - 1
    ? at
    : null;
}

/** The day that brings a time of the day nearest to the arrival. */
const nearestDay = (clock: number, receivedAt: number): number => Math.round((receivedAt - clock) / dayMs) * dayMs;
