import { limits } from '@plumbline/contract/constants';
import type { TFunction } from 'i18next';
import { tokens } from '../design/tokens.ts';
import { saveAs } from '../kernel/call.ts';
import { formatTime, formatZone } from '../kernel/format.ts';
import { echarts } from './echarts.ts';
import { optionOf } from './option.ts';
import type { ChartContent, Range } from './shapes.ts';

/** What is shown, taken along: a picture in the white theme, and the values as a table. */
export async function downloadPng(
  content: ChartContent,
  view: Range,
  title: string,
  t: TFunction,
  language: string,
): Promise<void> {
  const { widthPx, heightPx } = limits.chartPng;
  const place = document.createElement('div');
  const chart = echarts.init(place, null, { width: widthPx, height: heightPx, devicePixelRatio: 1 });
  try {
    const subtitle = `${formatTime(view.from, content.zone)} – ${formatTime(view.to, content.zone)} ${formatZone(content.zone, view.to)}   ${namesOf(content)}`;
    const option = optionOf(content, view, {
      widthPx,
      heightPx,
      tokens: tokens.white,
      language,
      t,
      title,
      subtitle,
    }).option;
    chart.setOption(option);
    // The level glyphs are images: they are there when the chart says that it has finished.
    await new Promise<void>((resolve) => {
      chart.on('finished', () => resolve());
      setTimeout(resolve, 1_000);
    });
    // Not by way of a data: address: the page's policy lets nothing be fetched from one.
    const canvas = chart.renderToCanvas({ pixelRatio: 1, backgroundColor: tokens.white['bg-pane'] });
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (picture) saveAs(picture, `${title}.png`);
  } finally {
    chart.dispose();
  }
}

/** As many curves as the line under the title holds, then how many more. */
function namesOf({ curves }: ChartContent): string {
  const names = curves.map((curve) => `${curve.name} (${curve.unit})`);
  let shown = 0;
  for (let remaining = 78; shown < names.length && remaining - names[shown]!.length > 0; shown++)
    remaining -= names[shown]!.length + 2;
  const shownCount = Math.max(1, shown);
  return names.slice(0, shownCount).join(', ') + (names.length > shownCount ? `, +${names.length - shownCount}` : '');
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

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
      ...values.map((value) => (value === null ? '' : String(value))),
    ]);
  return [[words.note], head, ...lines].map((line) => line.map(cell).join(',')).join('\r\n');
}

export function downloadCsv(content: ChartContent, view: Range, title: string, words: CsvWords): void {
  // The mark at the front lets spreadsheet programs read it as UTF-8.
  const file = new Blob(['\ufeff', csvOf(content, view, words)], { type: 'text/csv;charset=utf-8' });
  saveAs(file, `${title} (${words.name}).csv`);
}
