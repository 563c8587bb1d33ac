import { limits } from '@plumbline/contract/constants';
import { csvLine } from '@plumbline/science/files/csv-writer';
import type { TFunction } from 'i18next';
import { tokens } from '../../design/tokens.ts';
import { saveAs } from '../../kernel/call.ts';
import { chartIn } from './echarts.ts';
import type { ChartKind } from './kind.ts';
import type { PlaneWindow } from './plane-window.ts';
import type { Range } from './range.ts';

/** What is shown, taken direction: a picture in the white theme, and the values as a table. */
export interface Shown<Content> {
  readonly kind: ChartKind<Content>;
  readonly content: Content;
  readonly view: Range;
  /** The part of a plane that is in view; null = all of it. */
  readonly window: PlaneWindow | null;
  readonly language: string;
  readonly t: TFunction;
}

/** The chart as it is drawn for a file: in the white theme, with its title, in the size of its kind. */
function pictureOf<Content>({ kind, content, view, window, language, t }: Shown<Content>, title: string) {
  const { widthPx, heightPx } = kind.pictureOf?.(content) ?? limits.chartPng;
  const caption = kind.captionOf(content, view);
  const subtitle = window ? [caption, t('common:chart.part')].filter((words) => words !== '').join(' · ') : caption;
  const canvas = { widthPx, heightPx, window, tokens: tokens.white, language, t, title, subtitle };
  return { widthPx, heightPx, option: kind.draw(content, view, canvas).option };
}

export async function downloadPng<Content>(shown: Shown<Content>, title: string): Promise<void> {
  const { kind } = shown;
  const { widthPx, heightPx, option } = pictureOf(shown, title);
  const place = document.createElement('div');
  const chart = chartIn(place, kind.parts, { width: widthPx, height: heightPx, devicePixelRatio: 1 });
  try {
    chart.setOption(option);
    // The level glyphs are images: they are there when the chart says that it has finished.
    await new Promise<void>((resolve) => {
      chart.on('finished', () => resolve());
      setTimeout(resolve, 1_000);
    });
    // Not by way of a data: address: the page's policy lets nothing be fetched from one.
    const drawn = chart.renderToCanvas({ pixelRatio: 1, backgroundColor: tokens.white['bg-pane'] });
    const picture = await new Promise<Blob | null>((resolve) => drawn.toBlob(resolve, 'image/png'));
    if (picture) saveAs(picture, `${title}.png`);
  } finally {
    chart.dispose();
  }
}

export async function downloadSvg<Content>(shown: Shown<Content>, title: string): Promise<void> {
  const { widthPx, heightPx, option } = pictureOf(shown, title);
  const { svgOf } = await import('./svg.ts');
  const text = svgOf(option, shown.kind.parts, { widthPx, heightPx });
  saveAs(new Blob([text], { type: 'image/svg+xml' }), `${title}.svg`);
}

export function downloadCsv<Content>({ kind, content, view, t }: Shown<Content>, title: string): void {
  // That these are the points that are drawn, of a long range not every reading.
  const lines = [[t('common:chart.drawnNote')], ...kind.tableOf(content, view, t)];
  // The mark at the front lets spreadsheet programs read it as UTF-8.
  const file = new Blob(['\ufeff', ...lines.map((line) => csvLine(line))], { type: 'text/csv;charset=utf-8' });
  saveAs(file, `${title} (${t('common:chart.drawnName')}).csv`);
}
