import { elementAt } from '@plumbline/contract/elements';
import type { Tokens } from '../../../design/tokens.ts';
import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import {
  framed,
  isNarrow,
  labelStyle,
  nameStyle,
  plainAxis,
  plotSizeOf,
  topOf,
  valueAxis,
} from '../../frame/option.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { extentOf, type Scale, scaleOf } from '../../frame/scale.ts';
import { glyphUrl } from '../../level-glyph.ts';
import type { ChartThreshold } from '../time-value/shapes.ts';
import type { ProfileContent, ProfileCurve } from './shapes.ts';

const ramp = ['ramp1', 'ramp2', 'ramp3', 'ramp4', 'ramp5', 'ramp6', 'ramp7'] as const;

/** From pale (oldest) to strong (newest). */
export const ageColour = ({ age }: Pick<ProfileCurve, 'age'>, tokens: Tokens): string =>
  tokens[elementAt(ramp, Math.round(Math.min(1, Math.max(0, age)) * (ramp.length - 1)))];

/** A profile as one ECharts option: depth downwards, values across at the top. Pure. */
export function draw(content: ProfileContent, view: Range, canvas: Canvas): Drawing {
  const layout = layoutOf(content, canvas);
  const size = plotSizeOf(layout, canvas);
  const shown = content.curves
    .flatMap(({ depths, values }) => values.filter((_, i) => isWithin(depths[i] ?? 0, view)))
    .filter((value) => value !== null);
  // Zero is where the casing stood: always in the picture.
  const [low, high] = extentOf([0, ...shown], approached(content.thresholds ?? [], shown));
  const scale = scaleOf(low, high, size.width < 300 ? 3 : 5);
  const option = framed(layout, canvas, {
    xAxis: valuesAxis(content, scale, canvas),
    yAxis: depthAxis(view, size.height, canvas),
    series: [
      marks(content, scale, canvas),
      ...[...content.curves]
        .sort((a, b) => Number(a.isChosen ?? false) - Number(b.isChosen ?? false))
        .map((curve) => curveSeries(curve, canvas.tokens)),
    ],
  });
  return { option, layout, scale };
}

/** The limits on a side to which the casing has gone a quarter of the way: the others would halve the picture for nothing. */
function approached(thresholds: readonly ChartThreshold[], shown: readonly number[]): number[] {
  const [lowest, highest] = [Math.min(0, ...shown), Math.max(0, ...shown)];
  return thresholds
    .map(({ value }) => value)
    .filter((limit) => (limit < 0 ? lowest <= limit / 4 : highest >= limit / 4));
}

const layoutOf = ({ thresholds = [] }: ProfileContent, canvas: Canvas): Layout => ({
  left: isNarrow(canvas) ? 52 : 60,
  right: 20,
  top: topOf(canvas) + 16,
  bottom: thresholds.length > 0 ? 28 : 16,
});

const valuesAxis = ({ axisName, unit }: ProfileContent, scale: Scale, canvas: Canvas): object => ({
  ...valueAxis(scale, canvas),
  position: 'top',
  name: `${axisName}, ${unit}`,
  nameLocation: 'end',
  nameGap: 0,
  nameTextStyle: { ...nameStyle(canvas), align: 'right', verticalAlign: 'bottom', padding: [0, 0, 22, 0] },
  splitLine: { lineStyle: { color: canvas.tokens.grid, width: 1 } },
});

const depthAxis = (view: Range, heightPx: number, canvas: Canvas): object => {
  const { step, decimals } = scaleOf(view.from, view.to, heightPx < 300 ? 4 : 6);
  return {
    ...plainAxis(canvas),
    inverse: true,
    min: view.from,
    max: view.to,
    interval: step,
    name: `${canvas.t('common:chart.depth')}, m`,
    nameLocation: 'start',
    nameGap: 22,
    axisLabel: {
      ...labelStyle(canvas),
      showMaxLabel: true,
      formatter: (value: number) => value.toFixed(decimals),
      hideOverlap: true,
    },
    splitLine: { lineStyle: { color: canvas.tokens.grid, width: 1 } },
  };
};

function curveSeries(curve: ProfileCurve, tokens: Tokens): object {
  const { depths, values, isChosen = false } = curve;
  const colour = ageColour(curve, tokens);
  return {
    type: 'line',
    id: curve.id,
    silent: true,
    // A joint without a value breaks the line.
    data: depths.map((depthM, i) => [values[i] ?? Number.NaN, depthM]),
    lineStyle: { color: colour, width: isChosen ? 2 : 1.2 },
    itemStyle: { color: colour },
    symbol: 'circle',
    symbolSize: isChosen ? 4 : 0.1,
    showSymbol: isChosen,
    z: isChosen ? 4 : 3,
  };
}

/** What stands behind the curves: zero, limits with their marks at the foot, the pinned depth. */
function marks({ thresholds = [], pinnedM = null }: ProfileContent, scale: Scale, { tokens }: Canvas): object {
  const line = (place: object, colour: string, more: object = {}): object => ({
    ...place,
    label: { show: false },
    lineStyle: { color: colour, width: 1, type: 'solid', ...more },
  });
  const limits = thresholds
    .filter(({ value }) => value >= scale.min && value <= scale.max)
    .map(({ level, value }) => {
      const [fill, edge] = [tokens[`lv${level}` as 'lv1'], tokens[`lv${level}-edge` as 'lv1-edge']];
      return {
        xAxis: value,
        lineStyle: { color: edge, width: 1.2, type: [6, 4] },
        label: {
          show: true,
          position: 'end',
          distance: 5,
          formatter: '{mark|}',
          rich: {
            mark: { width: 12, height: 12, backgroundColor: { image: glyphUrl(level, fill, edge, tokens['lv-ink']) } },
          },
        },
      };
    });
  return {
    type: 'line',
    id: 'marks',
    silent: true,
    data: [],
    markLine: {
      silent: true,
      animation: false,
      symbol: 'none',
      data: [
        line({ xAxis: 0 }, tokens.axis),
        ...limits,
        ...(pinnedM === null ? [] : [line({ yAxis: pinnedM }, tokens.crosshair, { opacity: 0.7 })]),
      ],
    },
  };
}
