import { isWithin } from '../../frame/range.ts';
import type { ChartAnnotation } from './shapes.ts';
import type { Sketch } from './sketch.ts';

/** Where the words of an annotation begin below the upper edge, px: under those of corrections. */
const wordsFromTopPx = 6;
/** Bands that are narrower than this have no room for words: they stand beside their start, as at a vertical. */
const narrowPx = 60;

/** Draws annotations of one time: a dashed vertical with its words along it. */
export const annotationLines = (sketch: Sketch): object[] =>
  (sketch.content.annotations ?? [])
    .filter(({ from, to }) => to === null && isWithin(from, sketch.view))
    .map(({ from, words }) => ({
      xAxis: from,
      symbol: 'none',
      lineStyle: { color: sketch.canvas.tokens['accent-text'], width: 1, type: [6, 3] },
      label: {
        position: 'insideEndTop',
        color: sketch.canvas.tokens['text-2'],
        fontSize: 11,
        distance: [3, wordsFromTopPx],
        formatter: words,
        width: Math.max(40, sketch.size.height - 24),
        overflow: 'truncate',
      },
    }));

/** Draws annotations over a span: a tinted band with its words at the top, where there is room for them. */
export const annotationBands = (sketch: Sketch): object[][] =>
  (sketch.content.annotations ?? []).flatMap(({ from, to, words }: ChartAnnotation) => {
    const { view, canvas, size } = sketch;
    if (to === null || from >= view.to || to <= view.from) return [];
    const [start, end] = [Math.max(from, view.from), Math.min(to, view.to)];
    const widthPx = ((end - start) / (view.to - view.from)) * size.width;
    return [
      [
        {
          xAxis: start,
          itemStyle: { color: canvas.tokens['accent-soft'], borderWidth: 0 },
          label: {
            position: ['4', wordsFromTopPx],
            color: canvas.tokens['text-2'],
            fontSize: 11,
            formatter: widthPx < narrowPx ? '' : words,
            width: widthPx - 8,
            overflow: 'truncate',
          },
        },
        { xAxis: end },
      ],
    ];
  });
