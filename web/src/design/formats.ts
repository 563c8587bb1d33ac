import { formatDms } from '@plumbline/science/display/number';
import { formatBytes, numberToBoolean } from '@plumbline/science/display/quantity';
import { windPoint } from '@plumbline/science/sensors/wind';
import type { TFunction } from 'i18next';
import { formatDay, formatNumber, formatTime, missing } from '../kernel/format.ts';

/**
 * How a value is shown (specification 2 and 9). Invariant: nothing, and what is no value of its format, is an em dash,
 * never 0 and never "No".
 */
export const displayFormats = [
  'DATE',
  'NUMBER',
  'BYTE',
  'WIND_DIRECTION',
  'LAT_DMS',
  'LNG_DMS',
  'NUMBER_TO_BOOLEAN',
] as const;
export type DisplayFormat = (typeof displayFormats)[number];

export interface FormatOptions {
  /** NUMBER: decimals, 3 unless told. */
  readonly precision?: number;
  /** DATE: IANA name of the zone. */
  readonly zone?: string | undefined;
  /** DATE: the day alone. */
  readonly day?: boolean;
}

/** A value as text in one of the display formats. */
export function formatAs(as: DisplayFormat, value: unknown, t: TFunction, options: FormatOptions = {}): string {
  if (value === null || value === undefined || value === '') return missing;
  const number = typeof value === 'number' ? value : Number(value);
  switch (as) {
    case 'DATE': {
      const at = typeof value === 'number' || typeof value === 'string' ? value : null;
      if (at === null || Number.isNaN(new Date(at).getTime())) return missing;
      // A day without a time is the same day in every zone.
      if (typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at)) return at;
      return options.day ? formatDay(at, options.zone) : formatTime(at, options.zone);
    }
    case 'NUMBER':
      return formatNumber(number, options.precision);
    case 'BYTE':
      return formatBytes(number) || missing;
    case 'WIND_DIRECTION':
      return Number.isFinite(number) ? t(`forms:wind.${windPoint(number)}`) : missing;
    case 'LAT_DMS':
      return Math.abs(number) <= 90 ? formatDms(number, 'latitude') : missing;
    case 'LNG_DMS':
      return Math.abs(number) <= 180 ? formatDms(number, 'longitude') : missing;
    case 'NUMBER_TO_BOOLEAN': {
      const truth = numberToBoolean(value);
      return truth === null ? missing : t(truth ? 'forms:yes' : 'forms:no');
    }
  }
}
