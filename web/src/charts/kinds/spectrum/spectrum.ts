import { LineChart } from 'echarts/charts';
import type { TFunction } from 'i18next';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { curveColour } from '../../frame/curve-style.ts';
import type { ChartKind, Entry } from '../../frame/kind.ts';
import { isWithin, nearest, type Range } from '../../frame/range.ts';
import { fileNumber } from '../survey-curves.ts';
import { draw } from './draw.ts';
import { heightAt, hzAt, placeOf, stopsIn } from './places.ts';
import type { SpectrumContent, SpectrumCurve } from './shapes.ts';

const hzWords = (hz: number): string => `${Number(hz.toPrecision(4))} Hz`;

/** Values over the frequency: spectra, bands, limits, and single events among them. */
export const spectrum: ChartKind<SpectrumContent> = {
  parts: [LineChart],
  direction: 'x',
  minSpan: 0.05,
  draw,
  entriesOf: (content, at, tokens) => content.curves.map((curve) => entryOf(content, curve, at, tokens)),
  without: (content, hidden) => ({ ...content, curves: content.curves.filter(({ id }) => !hidden.has(id)) }),
  stopsOf: stopsIn,
  dotsAt: (content, at, tokens) =>
    content.curves.flatMap((curve) => {
      const value = heightAt(content, valueAt(content, curve, at));
      return value === null ? [] : [{ id: curve.id, value, colour: curveColour(tokens, curve.colour) }];
    }),
  positionWords: (content, at) => ({ whole: hzWords(hzAt(content, at)), short: hzWords(hzAt(content, at)) }),
  restsAt: (content) => (content.restHz ? placeOf(content, content.restHz) : null),
  hasValues: ({ curves, spots = [] }) =>
    spots.length > 0 || curves.some(({ values }) => values.some((value) => value !== null)),
  captionOf: ({ axisName, unit }) => `${axisName}, ${unit}`,
  tableOf,
};

/** The value of the line nearest to a place; between the corners of a limit, on the straight line between them. */
function valueAt(content: SpectrumContent, { hz, values, shape }: SpectrumCurve, at: number): number | null {
  const pointedHz = hzAt(content, at);
  if (shape !== 'limit') return values[nearest(hz, pointedHz)] ?? null;
  const above = hz.findIndex((each) => each >= pointedHz);
  const [right, left] = [above === -1 ? hz.length - 1 : above, above <= 0 ? above : above - 1];
  const [v1, v0] = [values[right] ?? null, values[left] ?? null];
  const [h1, h0] = [hz[right] ?? 0, hz[left] ?? 0];
  if (v1 === null || v0 === null || h1 === h0) return v1;
  return v0 + ((v1 - v0) * (pointedHz - h0)) / (h1 - h0);
}

const entryOf = (content: SpectrumContent, curve: SpectrumCurve, at: number | null, tokens: Tokens): Entry => ({
  id: curve.id,
  name: curve.name,
  unit: content.unit,
  value: formatNumber(at === null ? null : valueAt(content, curve, at), 3),
  swatch: { colour: curveColour(tokens, curve.colour), shape: curve.shape === 'limit' ? 'dashed' : 'line' },
});

function tableOf(content: SpectrumContent, view: Range, t: TFunction): (string | number | null)[][] {
  const { curves, unit } = content;
  const head = [`${t('common:chart.frequency')} (Hz)`, ...curves.map(({ name }) => `${name} (${unit})`)];
  const lines = stopsIn(content)
    .filter((at) => isWithin(at, view))
    .map((at) => [fileNumber(hzAt(content, at)), ...curves.map((curve) => fileNumber(valueAt(content, curve, at)))]);
  return [head, ...lines];
}
