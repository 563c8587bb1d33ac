import type { devices } from '@plumbline/contract/devices/devices';
import { formatNumber } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';

/** Sample of an unbound channel, as the device named it: `frequency 2712.4, temperature 18.2`; of a chain its first nodes. */
export type Unbound = Reply<typeof devices.get>['unbound'];
const listedNodes = 3;

/** A raw number as it was sent, with a true minus: raw quantities have no family that would say their decimals. */
const raw = (value: unknown): string =>
  typeof value === 'number' ? String(value).replace('-', '−') : formatNumber(null);

export function sampleWords(sample: Readonly<Record<string, unknown>>): string {
  return Object.entries(sample)
    .map(([name, value]) => {
      if (!Array.isArray(value)) return `${name} ${raw(value)}`;
      const numbers = value.slice(0, listedNodes).map(raw).join(' / ');
      return `${name} ${numbers}${value.length > listedNodes ? ` … (${value.length})` : ''}`;
    })
    .join(', ');
}
