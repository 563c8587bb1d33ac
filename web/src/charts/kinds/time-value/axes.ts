import type { Canvas } from '../../frame/kind.ts';
import { labelStyle, nameStyle, plainAxis, valueAxis } from '../../frame/option.ts';
import type { Scale } from '../../frame/scale.ts';
import type { RainAxis } from './rain.ts';
import type { ChartCurve } from './shapes.ts';
import type { Sketch } from './sketch.ts';

/** The curves of each value axis, and how the second and third are divided. */
export interface AxisCurves {
  readonly left: readonly ChartCurve[];
  readonly right: readonly ChartCurve[];
  readonly hanging: readonly ChartCurve[];
  readonly rightScale: Scale;
  readonly rain: RainAxis;
}

/** Where each axis stands in the list, for the series on it. */
export const axisIndex = { left: 0, right: 1, hanging: 2 } as const;

export const valueAxes = (sketch: Sketch, curves: AxisCurves): object[] => [
  leftAxis(sketch, curves),
  rightAxis(sketch, curves),
  rainAxis(sketch, curves),
];

/** What people call the axis and the units on it. */
function axisName(curves: readonly ChartCurve[], label = ''): string {
  const units = [...new Set(curves.map((curve) => curve.unit))].filter(Boolean).join(', ');
  return label === '' || units === '' ? label || units : `${label}, ${units}`;
}

function leftAxis({ content, scale, canvas }: Sketch, { left, hanging }: AxisCurves): object {
  const label = content.axes?.left?.label;
  const words = stateWords(content, left);
  return {
    ...(words === null ? valueAxis(scale, canvas) : stateAxis(scale, words, canvas)),
    // Only where nothing but rain is drawn: no numbers that belong to no curve.
    show: left.length > 0 || hanging.length === 0,
    name: axisName(left, label),
    nameTextStyle: { ...nameStyle(canvas), ...(label ? { align: 'left', padding: [0, 0, 0, -40] } : {}) },
    splitLine: { lineStyle: { color: canvas.tokens.grid, width: 1 } },
  };
}

/** The words of an axis on which every curve is of the same states, by their values; null = it has numbers. */
export function stateWords(
  { axes }: Pick<Sketch['content'], 'axes'>,
  curves: readonly ChartCurve[],
): ReadonlyMap<number, string> | null {
  const [first] = curves;
  const states = axes?.left?.states;
  if (!states || !first?.wordOf) return null;
  const words = new Map(states.map((value) => [value, first.wordOf?.(value) ?? String(value)]));
  // A value that is one state here and another there, or an amount, has no word.
  const agree = ({ wordOf }: ChartCurve) => [...words].every(([value, word]) => wordOf?.(value) === word);
  return curves.every(agree) ? words : null;
}

function stateAxis(scale: Scale, words: ReadonlyMap<number, string>, canvas: Canvas): object {
  const customValues = [...words.keys()];
  return {
    ...valueAxis(scale, canvas),
    axisTick: { show: false, customValues },
    axisLabel: {
      ...labelStyle(canvas),
      customValues,
      formatter: (value: number) => words.get(value) ?? '',
    },
  };
}

function rightAxis({ content, canvas }: Sketch, { right, rightScale }: AxisCurves): object {
  const label = content.axes?.right?.label;
  return {
    ...valueAxis(rightScale, canvas),
    name: axisName(right, label),
    nameTextStyle: {
      ...nameStyle(canvas),
      ...(label ? { padding: [0, -40, 0, 0] } : { align: 'left', padding: [0, 0, 0, 8] }),
    },
    position: 'right',
    show: right.length > 0,
    splitLine: { show: false },
  };
}

function rainAxis({ content, canvas }: Sketch, { right, hanging, rain }: AxisCurves): object {
  return {
    ...plainAxis(canvas),
    name: '',
    position: 'right',
    inverse: true,
    show: hanging.length > 0,
    min: 0,
    max: rain.max,
    interval: rain.interval,
    // Where the margin holds another axis or the words of limits, the labels stand inside the plot.
    axisLabel: {
      ...labelStyle(canvas),
      inside: right.length > 0 || (content.thresholds ?? []).length > 0,
      backgroundColor: canvas.tokens['bg-pane'],
      padding: [1, 3],
      formatter: rain.labelOf,
    },
    z: 2,
    splitLine: { show: false },
  };
}
