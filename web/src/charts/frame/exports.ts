import { limits } from '@plumbline/contract/kernel/constants';
import { csvLine } from '@plumbline/science/files/csv-writer';
import type { TFunction } from 'i18next';
import { tokens } from '../../design/tokens.ts';
import { saveAs } from '../../kernel/call.ts';
import { saveXlsx } from '../../kernel/save-xlsx.ts';
import { chartIn } from './echarts.ts';
import type { ChartKind } from './kind.ts';
import type { PlaneWindow } from './plane-window.ts';
import type { Range } from './range.ts';
import type { Size } from './spot.ts';

/** View to save, by direction: a picture in the white theme, and the values as a table. */
export interface Shown<Content> {
  readonly kind: ChartKind<Content>;
  readonly content: Content;
  readonly view: Range;
  /** The part of a plane that is in view; null = all of it. */
  readonly window: PlaneWindow | null;
  readonly language: string;
  readonly t: TFunction;
}

/** The size of a picture where none is chosen: that of specification 9, or the kind's own. */
export const usualSize = <Content>({ kind, content }: Pick<Shown<Content>, 'kind' | 'content'>): Size =>
  kind.pictureOf?.(content) ?? limits.chartPng;

/** A size that somebody chose; `scale` = how many pixels a px of the drawing has, so that lines and words stay as large. */
export interface PictureSize extends Size {
  readonly scale: number;
}

/** The chart as it is drawn for a file: in the white theme, with its title. */
function pictureOf<Content>(chartView: Shown<Content>, title: string, size?: Size) {
  const { kind, content, view, window, language, t } = chartView;
  const { widthPx, heightPx } = size ?? usualSize(chartView);
  const caption = kind.captionOf(content, view);
  const subtitle = window ? [caption, t('common:chart.part')].filter((words) => words !== '').join(' · ') : caption;
  const canvas = { widthPx, heightPx, window, tokens: tokens.white, language, t, title, subtitle };
  return { widthPx, heightPx, option: kind.draw(content, view, canvas).option };
}

export async function downloadPng<Content>(view: Shown<Content>, title: string, size?: PictureSize): Promise<void> {
  const { kind } = view;
  const pixelRatio = size?.scale ?? 1;
  const { widthPx, heightPx, option } = pictureOf(view, title, size);
  const place = document.createElement('div');
  const chart = chartIn(place, kind.parts, { width: widthPx, height: heightPx, devicePixelRatio: pixelRatio });
  try {
    chart.setOption(option);
    // The level glyphs are images: they are there when the chart says that it has finished.
    await new Promise<void>((resolve) => {
      chart.on('finished', () => resolve());
      setTimeout(resolve, 1_000);
    });
    // Not by way of a data: address: the page's policy lets nothing be fetched from one.
    const drawn = chart.renderToCanvas({ pixelRatio, backgroundColor: tokens.white['bg-pane'] });
    const picture = await new Promise<Blob | null>((resolve) => drawn.toBlob(resolve, 'image/png'));
    if (picture) saveAs(picture, `${title}.png`);
  } finally {
    chart.dispose();
  }
}

export async function downloadSvg<Content>(view: Shown<Content>, title: string, size?: Size): Promise<void> {
  const { widthPx, heightPx, option } = pictureOf(view, title, size);
  const { svgOf } = await import('./svg.ts');
  const text = svgOf(option, view.kind.parts, { widthPx, heightPx });
  saveAs(new Blob([text], { type: 'image/svg+xml' }), `${title}.svg`);
}

export function downloadCsv<Content>({ kind, content, view, t }: Shown<Content>, title: string): void {
  // That these are the points that are drawn, of a long range not every reading.
  const lines = [[t('common:chart.drawnNote')], ...kind.tableOf(content, view, t)];
  // The mark at the front lets spreadsheet programs read it as UTF-8.
  const file = new Blob(['\ufeff', ...lines.map((line) => csvLine(line))], { type: 'text/csv;charset=utf-8' });
  saveAs(file, `${title} (${t('common:chart.drawnName')}).csv`);
}

/** A cell of a time as the zone of the project has it, seconds written or not. */
const timeCell = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;

/** The same values as a workbook: times are times and numbers numbers, and a sheet of its own says what they are. */
export async function downloadXlsx<Content>({ kind, content, view, t }: Shown<Content>, title: string): Promise<void> {
  const [head = [], ...lines] = kind.tableOf(content, view, t);
  const isTime = (cell: unknown): cell is string => typeof cell === 'string' && timeCell.test(cell);
  const columns = head.map((cell, i) => ({
    header: String(cell ?? ''),
    ...(lines.some((line) => isTime(line[i])) && { format: 'yyyy-mm-dd hh:mm:ss' }),
  }));
  const rows = lines.map((line) =>
    // A date of a workbook has no zone: it is written as the clocks of the project show it.
    line.map((cell) => (isTime(cell) ? new Date(`${cell.replace(' ', 'T')}Z`) : cell)),
  );
  await saveXlsx(`${title} (${t('common:chart.drawnName')}).xlsx`, title, columns, rows, {
    name: t('common:chart.drawnName'),
    text: t('common:chart.drawnNote'),
  });
}
