import { CustomChart } from 'echarts/charts';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import type { ChartKind, Entry } from '../../frame/kind.ts';
import { draw, lineColour, spotsOf } from './draw.ts';
import type { PlanContent, PlanLine, PlanReading, PlanStop } from './shapes.ts';

/** Seen from above, north up: the joints of a casing, the path of a point, how points moved. */
export const plan: ChartKind<PlanContent> = {
  parts: [CustomChart],
  direction: 'x',
  minSpan: 1,
  pictureOf: () => ({ widthPx: 800, heightPx: 640 }),
  draw: (content, _view, canvas) => draw(content, canvas),
  // The newest first: where there is room for few, it is seen.
  entriesOf: (content, at, tokens) => [
    ...content.lines
      .filter(({ values }) => values !== undefined)
      .map((line) => lineEntry(content, line, at, tokens))
      .reverse(),
    ...content.readings.map((reading) => readingEntry(reading, at)),
  ],
  without: (content, hidden) => ({
    ...content,
    lines: content.lines.filter(({ id }) => !hidden.has(id)),
    readings: content.readings.filter(({ id }) => !hidden.has(id)),
  }),
  stopsOf: ({ stops }) => stops.map(({ at }) => at),
  spotsOf,
  dotsAt: () => [],
  positionWords: ({ stops }, at) => {
    const words = stopAt(stops, at)?.words ?? '';
    return { whole: words, short: words };
  },
  restsAt: ({ restsAt }) => restsAt,
  hasValues: ({ lines, arrows }) => arrows.length > 0 || lines.some(({ at }) => at.some((place) => place !== null)),
  captionOf: ({ caption }) => caption,
  tableOf: ({ table }) => table,
};

/** The stop of a position, by halves: a path has thousands. */
function stopAt(stops: readonly PlanStop[], at: number): PlanStop | undefined {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return stops[low]?.at === at ? stops[low] : undefined;
}

function lineEntry({ unit, precision }: PlanContent, line: PlanLine, at: number | null, tokens: Tokens): Entry {
  const value = at === null ? null : (line.values?.get(at) ?? null);
  return {
    id: line.id,
    name: line.name,
    unit,
    value: formatNumber(value, precision),
    swatch: { colour: lineColour(line, tokens), shape: 'line' },
  };
}

const readingEntry = ({ id, name, unit, precision, values }: PlanReading, at: number | null): Entry => ({
  id,
  name,
  unit,
  value: formatNumber(at === null ? null : (values.get(at) ?? null), precision),
  swatch: { colour: 'transparent', shape: 'line' },
});
