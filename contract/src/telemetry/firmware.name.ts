/**
 * The name of a firmware file, `<type>-x.x.x.x-<note>.hsf`, without blanks or Chinese (specification 5), read by both
 * sides with the same rule. Versions are compared number by number: 1.10.0.0 is newer than 1.9.0.0.
 */
import type { ErrorName } from '../kernel/errors.ts';

export interface FirmwareName {
  /** The model or series of the devices that it is for. */
  readonly type: string;
  /** Four numbers without leading zeros. */
  readonly version: string;
  readonly note: string;
}
export type FirmwareNameFault = Extract<
  ErrorName,
  'fileFormat' | 'firmwareNameBlank' | 'firmwareNameLetters' | 'firmwareNameInvalid'
>;

const form = /^([A-Za-z0-9][A-Za-z0-9._-]{0,31}?)-(\d{1,5}(?:\.\d{1,5}){3})-([A-Za-z0-9][A-Za-z0-9._-]{0,49})\.hsf$/;

/** Returns the parts of a file's name, or the name of what is wrong with it. */
export function readFirmwareName(name: string): FirmwareName | { readonly fault: FirmwareNameFault } {
  if (!name.endsWith('.hsf')) return { fault: 'fileFormat' };
  if (/\s/u.test(name)) return { fault: 'firmwareNameBlank' };
  if (/[^\x21-\x7e]/u.test(name)) return { fault: 'firmwareNameLetters' };
  const [, type, version, note] = form.exec(name) ?? [];
  const plain = plainVersion(version ?? '');
  if (type === undefined || plain === null || note === undefined) return { fault: 'firmwareNameInvalid' };
  return { type, version: plain, note };
}

/** A version of four numbers without leading zeros; null for a text that is none. */
export function plainVersion(text: string): string | null {
  const trimmed = text.trim();
  return /^\d{1,5}(?:\.\d{1,5}){3}$/.test(trimmed) ? trimmed.split('.').map(Number).join('.') : null;
}

/** True if the version that a device reports is `version`. */
export const isVersion = (reported: string, version: string): boolean =>
  (plainVersion(reported) ?? reported.trim()) === version;

/** Below 0 where `a` is older than `b`; null where one of them is not four numbers. */
export function compareVersions(a: string, b: string): number | null {
  const [left, right] = [plainVersion(a)?.split('.'), plainVersion(b)?.split('.')];
  if (!left || !right) return null;
  for (const [i, part] of left.entries()) if (part !== right[i]) return Number(part) - Number(right[i]);
  return 0;
}
