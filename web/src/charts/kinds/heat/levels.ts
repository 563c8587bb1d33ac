/** How strong a value is on the scale that is chosen, and what a column says at a frequency. Pure. */
import { nearest } from '../../frame/range.ts';
import type { HeatColumn, HeatContent } from './shapes.ts';

/** Under the highest: less is drawn as the lowest colour. */
const decibelRange = 60;
const columnDecibelRange = 40;

export const decibelsOf = ({ isPower }: Pick<HeatContent, 'isPower'>, value: number): number =>
  (isPower ? 10 : 20) * Math.log10(value);

/** The ends of the scale of colours: dB, or the unit. */
export interface Levels {
  readonly low: number;
  readonly high: number;
  readonly unit: string;
}

export function levelsOf(content: HeatContent): Levels {
  if (content.scale === 'own') return { low: -columnDecibelRange, high: 0, unit: 'dB' };
  let highest = 0;
  for (const { values } of content.columns) for (const value of values) highest = Math.max(highest, value ?? 0);
  if (content.scale === 'linear') return { low: 0, high: highest > 0 ? highest : 1, unit: content.unit };
  const high = highest > 0 ? Math.ceil(decibelsOf(content, highest) / 5) * 5 : 0;
  return { low: high - decibelRange, high, unit: 'dB' };
}

/** From 0 to 1, beyond them where it is weaker or stronger than the ends. */
export function shareOf(content: HeatContent, { low, high }: Levels, column: HeatColumn, value: number): number {
  if (content.scale === 'linear') return (value - low) / (high - low);
  const compared = content.scale === 'own' ? value / strongestOf(column) : value;
  return compared > 0 ? (decibelsOf(content, compared) - low) / (high - low) : 0;
}

const strongest = new WeakMap<HeatColumn, number>();
function strongestOf(column: HeatColumn): number {
  let peak = strongest.get(column);
  if (peak === undefined) {
    peak = 0;
    for (const value of column.values) peak = Math.max(peak, value ?? 0);
    strongest.set(column, peak);
  }
  return peak;
}

export const middleOf = ({ from, to }: Pick<HeatColumn, 'from' | 'to'>): number => (from + to) / 2;

/** The middles of the columns, ascending. */
export const middlesOf = ({ columns }: Pick<HeatContent, 'columns'>): number[] => columns.map(middleOf);

export const columnAt = (content: HeatContent, at: number): HeatColumn | undefined =>
  content.columns[nearest(middlesOf(content), at)];

/** The value of the line that a frequency lies in; null = none. */
export function valueAt({ fromHz, lineHz }: HeatContent, column: HeatColumn, hz: number): number | null {
  return column.values[Math.floor((hz - fromHz) / lineHz)] ?? null;
}

export const toHzOf = ({ fromHz, lineHz, lines }: HeatContent): number => fromHz + lineHz * lines;
