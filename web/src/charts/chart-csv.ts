/** The values of a chart as the text of a CSV file. Pure. */
import { numberForFile } from '@plumbline/science/display/number';
import { csvLine } from '@plumbline/science/files/csv-writer';
import { formatTime, formatZone } from '../kernel/format.ts';
import type { ChartContent, Range } from './shapes.ts';

/** Words of a file of values: what stands above the table, and over the times. */
export interface CsvWords {
  /** That these are the points that are drawn, of a long range not every reading. */
  readonly note: string;
  readonly time: string;
  /** The same in the name of the file. */
  readonly name: string;
}

/** The rows that the picture shows, oldest first: one time column in the project's zone, one column per curve. */
export function csvOf(content: ChartContent, view: Range, words: CsvWords): string {
  const rows = new Map<number, (number | null)[]>();
  content.curves.forEach((curve, column) => {
    curve.times.forEach((at, i) => {
      if (at < view.from || at > view.to) return;
      const row = rows.get(at) ?? content.curves.map(() => null);
      row[column] = curve.values[i] ?? null;
      rows.set(at, row);
    });
  });
  const head = [
    `${words.time} (${formatZone(content.zone, view.to)})`,
    ...content.curves.map((curve) => `${curve.name} (${curve.unit})`),
  ];
  const lines = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([at, values]) => [
      formatTime(at, content.zone),
      ...values.map((value) => (value === null ? null : numberForFile(value))),
    ]);
  return [[words.note], head, ...lines].map((line) => csvLine(line)).join('');
}
