import { z } from 'zod';

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
export const instant = z.iso.datetime({ offset: true });
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
/** An empty reply. */
export const done = z.object({});
