import { numberForFile } from '@plumbline/science/display/number';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import type { TimeValueContent } from './shapes.ts';

/**
 * The rows that the picture shows, oldest first, for a file: one time column in the project's zone, one column per curve,
 * states by their words. Pure. `timeWord` is what stands over the times.
 */
export function tableOf(
  { curves, zone }: TimeValueContent,
  view: Range,
  timeWord: string,
): (string | number | null)[][] {
  const rows = new Map<number, (number | null)[]>();
  for (const [column, { times, values }] of curves.entries())
    for (const [i, at] of times.entries()) {
      if (!isWithin(at, view)) continue;
      const row = rows.get(at) ?? curves.map(() => null);
      row[column] = values[i] ?? null;
      rows.set(at, row);
    }
  const head = [
    `${timeWord} (${formatZone(zone, view.to)})`,
    ...curves.map(({ name, unit }) => (unit === '' ? name : `${name} (${unit})`)),
  ];
  const lines = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([at, values]) => [
      formatTime(at, zone),
      ...values.map((value, column) =>
        value === null ? null : (curves[column]?.wordOf?.(value) ?? numberForFile(value)),
      ),
    ]);
  return [head, ...lines];
}
