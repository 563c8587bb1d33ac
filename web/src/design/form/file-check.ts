import type { Route } from '@plumbline/contract/kernel/route';
import { formatBytes } from '@plumbline/science/display/quantity';

/** Files that a field or an upload takes; a contract route says it as `route.upload`. */
export interface Takes {
  /** Media types (`image/png`, `image/*`) or endings (`.xlsx`). */
  readonly types: readonly string[];
  readonly maxBytes: number;
}

const names: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/svg+xml': 'SVG',
  'text/csv': 'CSV',
  'application/pdf': 'PDF',
  'application/json': 'JSON',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.ms-excel': 'XLS',
};
const nameOf = (type: string): string =>
  names[type] ?? (type.startsWith('.') ? type.slice(1) : (type.split('/')[1] ?? type)).toUpperCase();

/** The kinds of file by name: `PNG, JPEG`. */
export const kindsIn = (takes: Takes): string => [...new Set(takes.types.map(nameOf))].join(', ');
/** The size as number and unit, as the message of specification 8 wants them. */
export function sizeIn(takes: Takes): { size: string; unit: string } {
  const [size = '', unit = ''] = formatBytes(takes.maxBytes).split(' ');
  return { size, unit };
}

const isOf = (file: { name: string; type: string }, type: string): boolean =>
  type.startsWith('.')
    ? file.name.toLowerCase().endsWith(type.toLowerCase())
    : type.endsWith('/*')
      ? file.type.startsWith(type.slice(0, -1))
      : file.type === type;

export type FileFault =
  | { readonly key: 'fileType'; readonly values: { type: string } }
  | { readonly key: 'fileSize'; readonly values: { size: string; unit: string } }
  | { readonly key: 'fileEmpty'; readonly values: Record<string, never> };

/** Why a file is not taken, or null: its type first, then its size. */
export function fileFault(
  file: { readonly name: string; readonly type: string; readonly size: number },
  takes: Takes,
): FileFault | null {
  if (!takes.types.some((type) => isOf(file, type))) return { key: 'fileType', values: { type: kindsIn(takes) } };
  if (file.size > takes.maxBytes) return { key: 'fileSize', values: sizeIn(takes) };
  if (file.size === 0) return { key: 'fileEmpty', values: {} };
  return null;
}

/** Returns the files that an upload route takes. Throws Error for a route that takes no file. */
export function takesOf({ path, upload }: Pick<Route, 'path' | 'upload'>): Takes {
  if (!upload) throw new Error(`${path} takes no file`);
  return upload;
}
