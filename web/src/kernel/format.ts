import { numberFormat } from '@plumbline/contract/kernel/constants';

/**
 * Numbers, instants and ages as people read them (specification 9).
 * Invariant: missing is an em dash, minus is U+2212, zero never carries a sign.
 */
export const missing = '—';
const trueMinus = (text: string): string => text.replace(/-/g, '−');

/**
 * A measured value: `precision` decimals, or exponent form with four under 0.001 and over 10000 (`8.5000e−4`).
 * `null` and what is not finite give an em dash.
 */
export function formatNumber(value: number | null | undefined, precision: number = numberFormat.precision): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return missing;
  if (value === 0) return (0).toFixed(precision);
  // A difference of two values may miss 0.001 by the noise of binary fractions.
  const size = Math.abs(Number(value.toPrecision(12)));
  if (size < numberFormat.exponentBelow || size > numberFormat.exponentAbove)
    return trueMinus(value.toExponential(numberFormat.exponentDigits));
  return fixed(value, precision);
}

/** With so many decimals, and never as minus nothing. */
function fixed(value: number, precision: number): string {
  const text = value.toFixed(precision);
  return trueMinus(/^-0(\.0*)?$/.test(text) ? text.slice(1) : text);
}

const isBelowDecimals = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Math.abs(value) < numberFormat.exponentBelow;

/** A change: as formatNumber, with a plus sign when it rises. One that is below the decimals of its field is none. */
export function formatChange(value: number | null | undefined, precision: number = numberFormat.precision): string {
  const text = isBelowDecimals(value) ? fixed(value, precision) : formatNumber(value, precision);
  return value !== null && value !== undefined && value > 0 && !/^0(\.0*)?$/.test(text) ? `+${text}` : text;
}

/** How far it is to something: one that is below the decimals of its field is less than the last of them. */
export function formatDistance(value: number | null | undefined, precision: number = numberFormat.precision): string {
  if (!isBelowDecimals(value)) return formatNumber(value, precision);
  const text = fixed(value, precision);
  return value !== 0 && Number(text) === 0 ? `< ${(10 ** -precision).toFixed(precision)}` : text;
}

/** A count, with a comma at every thousand: 1,684. */
export const formatCount = (count: number): string => trueMinus(count.toLocaleString('en-US'));
/** A volume in m³: thousands of cubic metres need no decimals. */
export const formatVolume = (volume: number): string =>
  volume < 1000 ? formatNumber(volume, 2) : formatCount(Math.round(volume));
/** A share 0..1 as per cent with a space: 98.1 %. Only the whole is 100.0 %, and only nothing 0.0 %. */
export function formatShare(share: number): string {
  const rounded = share > 0 && share < 1 ? Math.min(99.9, Math.max(0.1, share * 100)) : share * 100;
  return `${rounded.toFixed(1)} %`;
}

type Instant = string | number | Date;
const formatters = new Map<string, Intl.DateTimeFormat>();
function partsOf(at: Instant, zone: string | undefined, language: string): Record<string, string> {
  const key = `${zone ?? ''} ${language}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(language, {
      ...(zone ? { timeZone: zone } : {}),
      year: 'numeric',
      month: language === 'en' ? 'short' : '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(key, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(new Date(at)).map((part) => [part.type, part.value]));
}

/** `2026-03-18 14:00:00`, for tables and files. `zone` is an IANA name; without one the browser's own. */
export function formatTime(at: Instant | null | undefined, zone?: string): string {
  if (at === null || at === undefined) return missing;
  const p = partsOf(at, zone, 'sv');
  return `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}`;
}
/** `2026-03-18`. */
export const formatDay = (at: Instant, zone?: string): string => formatTime(at, zone).slice(0, 10);
/**
 * `18 Mar 14:00` (English) or `03-18 14:00`, for axes and lists; of another year than this one with it, `18 Mar 2025 14:00` or
 * `2025-03-18 14:00`: who reads several years could take one for another.
 */
export function formatShort(
  at: Instant | null | undefined,
  zone?: string,
  language = 'en',
  now: Instant = Date.now(),
): string {
  if (at === null || at === undefined) return missing;
  const p = partsOf(at, zone, language === 'en' ? 'en' : 'sv');
  const isThisYear = p.year === partsOf(now, zone, 'sv').year;
  return language === 'en'
    ? `${Number(p.day)} ${p.month}${isThisYear ? '' : ` ${p.year}`} ${p.hour}:${p.minute}`
    : `${isThisYear ? '' : `${p.year}-`}${p.month}-${p.day} ${p.hour}:${p.minute}`;
}
/** `14:00` of today, else `18 Mar`, of another year `18 Mar 2025`. */
export function formatBrief(at: Instant, zone?: string, language = 'en', now = Date.now()): string {
  const text = formatShort(at, zone, language, now);
  const cut = text.lastIndexOf(' ');
  return formatDay(at, zone) === formatDay(now, zone) ? text.slice(cut + 1) : text.slice(0, cut);
}
/** A time beside another one: `14:00:03` of the same day, else with its day, so that nobody reads it as of that of the other. */
export const formatBeside = (at: Instant, other: Instant, zone?: string): string =>
  formatDay(at, zone) === formatDay(other, zone) ? formatTime(at, zone).slice(11) : formatTime(at, zone);
/** Formatters are dear to make and are asked for by every row of a table: each is made once. */
function cached<T>(make: (key: string) => T): (key: string) => T {
  const cache = new Map<string, T>();
  return (key) => {
    const cached = cache.get(key) ?? make(key);
    cache.set(key, cached);
    return cached;
  };
}
const zoneFormats = cached(
  (zone) => new Intl.DateTimeFormat('en', { ...(zone ? { timeZone: zone } : {}), timeZoneName: 'shortOffset' }),
);
/** The zone's offset at an instant as `UTC+8`. */
export function formatZone(zone?: string, at: Instant = Date.now()): string {
  const part = zoneFormats(zone ?? '')
    .formatToParts(new Date(at))
    .find((each) => each.type === 'timeZoneName');
  return trueMinus((part?.value ?? 'UTC').replace('GMT', 'UTC'));
}

type Step = readonly [limitSeconds: number, unitSeconds: number, unit: Intl.RelativeTimeFormatUnit];
const longestStep: Step = [Number.POSITIVE_INFINITY, 86_400, 'day'];
const steps: readonly Step[] = [[60, 1, 'second'], [3_600, 60, 'minute'], [172_800, 3_600, 'hour'], longestStep];
const ageFormats = cached(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: language === 'en' ? 'short' : 'long' }),
);
/** How long ago, in words of the language: `5 hours ago`. Within ten seconds it is `now`. */
export function formatAge(at: Instant, language = 'en', now = Date.now()): string {
  const seconds = Math.round((now - new Date(at).getTime()) / 1000);
  const relative = ageFormats(language);
  if (Math.abs(seconds) < 10) return relative.format(0, 'second');
  const [, unitSeconds, unit] = steps.find(([limit]) => Math.abs(seconds) < limit) ?? longestStep;
  return relative.format(-Math.trunc(seconds / unitSeconds), unit);
}
