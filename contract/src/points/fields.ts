import { z } from 'zod';
import { gatewayLimits, limits } from '../kernel/constants.ts';

/** A row id; arrives as text when read from a path. The type argument keeps the web client from passing anything but a number. */
export const id = z.coerce.number<number>().int().positive().max(2_147_483_647);
export const ids = z.array(id).min(1).max(1000);
/** Text as people type it: trimmed, not empty, no control characters. */
export const name = (max: 20 | 32 | 50 = 32) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u);
/** An instant in UTC, as ISO 8601 text. */
export const instant = z.iso
  .datetime({ offset: true })
  // The database knows neither the year 0 nor offsets of sixteen hours.
  .refine((text) => !text.startsWith('0000') && !/[+-](?:1[6-9]|2\d):/.test(text), 'invalid');
/** Level 0 normal, 1 blue, 2 yellow, 3 orange, 4 red. */
export const level = z.int().min(0).max(4);
export const longitude = z.number().min(-180).max(180);
export const latitude = z.number().min(-90).max(90);
/** Place of a thing on the map (WGS84), or none. */
export const coordinates = z.object({ longitude, latitude });
/** Serial number of a device: also its MQTT username, so no wildcards, slashes or blanks. */
export const sncode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,32}$/);
/** Name of an IANA time zone. */
export const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, 'timeZone');
/** A page of a list: at most 200 rows, counted from 1. */
export const paging = {
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number<number>().int().min(1).max(200).default(50),
};
/** Spec 5: 8 to 16 characters with uppercase, lowercase, digit and symbol, and no character three times in a row. */
export const password = z
  .string()
  .min(8, 'passwordLength')
  .max(16, 'passwordLength')
  .regex(/[A-Z]/, 'passwordUpper')
  .regex(/[a-z]/, 'passwordLower')
  .regex(/\d/, 'passwordDigit')
  .regex(/[^A-Za-z0-9]/, 'passwordSymbol')
  .regex(/^(?!.*(.)\1\1)/su, 'passwordRun');
/** A mobile number: Chinese, or international with its plus sign. */
export const mobile = z
  .string()
  .trim()
  .regex(/^(?:1[3-9]\d{9}|\+[1-9]\d{6,14})$/, 'mobile');
export const email = z.string().trim().max(254).regex(z.regexes.email, 'email');
/** IPv4 or IPv6 address, or the name of a host. A name's last part begins with a letter, so `999.1.1.1` is none. */
export const host = z
  .string()
  .trim()
  .max(253)
  .refine(
    (text) =>
      z.regexes.ipv4.test(text) ||
      z.regexes.ipv6.test(text) ||
      /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(text),
    'host',
  );
export const port = z.int('port').min(1, 'port').max(65_535, 'port');
/** Bytes as people type them, blanks between bytes allowed and taken out: `01 03 00`. An odd length is invalid. */
export const hexadecimal = z
  .string()
  .overwrite((text) => text.replace(/\s+/g, ''))
  .regex(/^[\dA-Fa-f]*$/, 'hexadecimal')
  .refine((text) => text.length % 2 === 0, 'hexadecimalOdd');
/** Address of an array's node: its order, a hyphen, six digits of its id (`3-00A1F2`). */
export const admAddress = z
  .string()
  .trim()
  .regex(/^\d{1,3}-[\dA-Fa-f]{6}$/, 'admAddress');
/** A time of the day: `06:30`. */
export const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay');
const different = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
/** When a device collects: at most 10 times of the day, none twice. */
export const timers = z.array(timeOfDay).max(limits.timerPoints, 'timersTooMany').refine(different, 'timersRepeat');
export type TimerRefusal = 'timerNotChosen' | 'timersTooMany' | 'timersRepeat';
/** A timer list with one time more, in order of the day; or why it is not added. */
export function addTimer(
  list: readonly string[],
  time: string | null,
): { readonly timers: readonly string[] } | { readonly refused: TimerRefusal } {
  if (time === null || time === '') return { refused: 'timerNotChosen' };
  if (list.length >= limits.timerPoints) return { refused: 'timersTooMany' };
  if (list.includes(time)) return { refused: 'timersRepeat' };
  return { timers: [...list, time].sort() };
}
/** When a camera takes pictures by itself; two identical times are refused. */
export const photoTimes = z
  .array(timeOfDay)
  .max(limits.timerPoints, 'timersTooMany')
  .refine(different, 'photoTimesRepeat');
/** Length of each segment of an array in mm, node 1 first. */
export const segmentLengths = z
  .array(z.number().min(limits.segmentMinMm, 'segmentShort').max(100_000))
  .max(gatewayLimits.nodesPerPoint);
/** Returns the first level that is not above the one before it that is set (or above 0); null where all ascend. Level 1 to 4. */
export function levelNotAscending(
  levels: readonly (number | null)[],
): { readonly level: number; readonly below: number; readonly limit: number } | null {
  let below = 0;
  let limit = 0;
  for (const [i, value] of levels.entries()) {
    if (value === null) continue;
    if (!(value > limit)) return { level: i + 1, below, limit };
    below = i + 1;
    limit = value;
  }
  return null;
}
/** Limits of levels 1 to 4 (blue, yellow, orange, red). A level may be left out; what is set ascends from above 0. */
export const thresholdLevels = z
  .array(z.number().max(1e12).nullable())
  .length(4)
  .check((context) => {
    const wrong = levelNotAscending(context.value);
    if (wrong)
      context.issues.push({
        code: 'custom',
        message: 'thresholdsNotAscending',
        input: context.value,
        path: [wrong.level - 1],
        params: wrong,
      });
    else if (context.value.every((each) => each === null))
      context.issues.push({ code: 'custom', message: 'thresholdsEmpty', input: context.value, path: [] });
  });
/** The largest picture that is kept, in pixels: a photo of 108 megapixels; drawn it takes 480 MB. */
export const pictureLimits = { pixels: 120_000_000 } as const;
/** A picture as it may be uploaded. */
export const pictureFile = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  formats: ['png', 'jpg', 'webp'],
  maxBytes: limits.pictureBytes,
} as const;
/** Place on a picture as shares of its width and height, from the upper left. */
export const picturePlace = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
/** Registration code of a licence: 44 digits. */
export const registrationCode = z
  .string()
  .trim()
  .regex(/^\d{44}$/, 'registrationCode');
/** An empty reply. */
export const done = z.object({});

/** Size of the first page of long lists: a screenful while the rest is asked for. */
export const first = z.coerce
  .number<number>()
  .int()
  .min(1)
  .max(1000)
  .optional()
  .describe('Only about that many, the first in their order: what fills a screen while the rest is asked for');
export const total = z.int().describe('How many there are, however many of them are in the answer');
