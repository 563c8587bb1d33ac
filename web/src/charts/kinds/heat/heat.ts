import { CustomChart, LineChart } from 'echarts/charts';
import type { TFunction } from 'i18next';
import { heatColour } from '../../../design/heat-colours.ts';
import { formatNumber, formatShort } from '../../../kernel/format.ts';
import type { ChartKind, Entry } from '../../frame/kind.ts';
import { isWithin, minTimeMs, type Range } from '../../frame/range.ts';
import { fileNumber } from '../survey-curves.ts';
import { draw } from './draw.ts';
import { columnAt, decibelsOf, levelsOf, middleOf, middlesOf, shareOf, valueAt } from './levels.ts';
import type { HeatColumn, HeatContent } from './shapes.ts';

const pictureId = 'picture';
const peakId = 'peak';

const timeWords = ({ zone }: HeatContent, at: number, language: string): string =>
  zone === null ? `${(at / 1000).toFixed(2)} s` : formatShort(at, zone, language);

/** Values over time and frequency as colours, with the peak of each time. */
export const heat: ChartKind<HeatContent> = {
  parts: [CustomChart, LineChart],
  direction: 'x',
  minSpan: minTimeMs,
  readsAcross: true,
  draw,
  entriesOf(content, at, tokens, across = null) {
    const column = at === null ? content.columns.at(-1) : columnAt(content, at);
    return [cellEntry(content, column, across, tokens.gapfill), peakEntry(content, column)];
  },
  without: (content, hidden) => ({
    ...content,
    columns: content.columns.map((column) => ({
      ...column,
      ...(hidden.has(pictureId) ? { values: [] } : {}),
      ...(hidden.has(peakId) ? { peakHz: null } : {}),
    })),
  }),
  stopsOf: middlesOf,
  dotsAt(content, at, tokens) {
    const peakHz = columnAt(content, at)?.peakHz ?? null;
    return peakHz === null ? [] : [{ id: peakId, value: peakHz, colour: tokens.crosshair }];
  },
  positionWords: (content, at, language) => ({
    whole: timeWords(content, at, language),
    short: timeWords(content, at, language),
  }),
  hasValues: ({ columns }) => columns.length > 0,
  captionOf: (content, { from, to }) =>
    `${content.axisName}, ${content.unit}, ${timeWords(content, from, 'en')} – ${timeWords(content, to, 'en')}`,
  tableOf,
};

/** What the pointer is on: its frequency, and the value there. */
function cellEntry(content: HeatContent, column: HeatColumn | undefined, across: number | null, empty: string): Entry {
  const value = column && across !== null ? valueAt(content, column, across) : null;
  const share = column && value !== null ? shareOf(content, levelsOf(content), column, value) : null;
  return {
    id: pictureId,
    name: across === null ? content.axisName : `${formatNumber(across, 2)} Hz`,
    unit: across === null ? '' : unitWords(content, value),
    value: across === null ? '' : numberWords(value),
    swatch: { colour: share === null ? empty : heatColour(share), shape: 'box' },
  };
}

const peakEntry = (content: HeatContent, column: HeatColumn | undefined): Entry => ({
  id: peakId,
  name: content.peakName,
  unit: column?.peakHz == null ? '' : `Hz, ${numberWords(column.peak)} ${unitWords(content, column.peak)}`,
  value: formatNumber(column?.peakHz ?? null, 3),
  swatch: { colour: '#808080', shape: 'line' },
});

/** Three digits that count. */
const numberWords = (value: number | null): string =>
  value === null || value === 0
    ? formatNumber(value, 0)
    : formatNumber(value, Math.max(0, Math.min(8, 2 - Math.floor(Math.log10(Math.abs(value))))));

const unitWords = (content: HeatContent, value: number | null): string =>
  value === null || value <= 0 || content.scale === 'linear'
    ? content.unit
    : `${content.unit} (${formatNumber(decibelsOf(content, value), 1)} dB)`;

/** A line for each time in view: its peak, and every line of it by its middle frequency. */
function tableOf(content: HeatContent, view: Range, t: TFunction): (string | number | null)[][] {
  const { fromHz, lineHz, lines, unit, zone } = content;
  const hz = Array.from({ length: lines }, (_, i) => Number((fromHz + (i + 0.5) * lineHz).toPrecision(6)));
  const time = zone === null ? `${t('common:chart.seconds')} (s)` : t('common:chart.time');
  return [
    [time, `${content.peakName} (Hz)`, `${content.peakName} (${unit})`, ...hz.map((each) => `${each} Hz (${unit})`)],
    ...content.columns
      .filter((column) => isWithin(middleOf(column), view))
      .map((column) => [
        zone === null ? middleOf(column) / 1000 : new Date(column.from).toISOString(),
        fileNumber(column.peakHz),
        fileNumber(column.peak),
        ...hz.map((_, i) => fileNumber(column.values[i] ?? null)),
      ]),
  ];
}
