import { limits } from '@plumbline/contract/constants';
import type { TFunction } from 'i18next';
import { tokens } from '../design/tokens.ts';
import { saveAs } from '../kernel/call.ts';
import { formatTime, formatZone } from '../kernel/format.ts';
import { type CsvWords, csvOf } from './chart-csv.ts';
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

export function downloadCsv(content: ChartContent, view: Range, title: string, words: CsvWords): void {
  // The mark at the front lets spreadsheet programs read it as UTF-8.
  const file = new Blob(['\ufeff', csvOf(content, view, words)], { type: 'text/csv;charset=utf-8' });
  saveAs(file, `${title} (${words.name}).csv`);
}
