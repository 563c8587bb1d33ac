import type { Tokens } from '../design/tokens.ts';
import { formatNumber, formatSpan } from '../kernel/format.ts';
import { levelName, levelPaths } from '../kernel/levels.ts';
import { hasFailed } from './gaps.ts';
import { glyphUrl } from './Sparkline.tsx';
import { heightOf, type Scale, stackLabels } from './scale.ts';
import type { ChartAlert, ChartContent, ChartFlag, ChartThreshold, Frame, Layout, Range } from './shapes.ts';

/** What stands on a curve besides itself: thresholds, gaps, corrections, alerts. Pure parts of an ECharts option. */

/** Alerts: a stem, the level mark on it, and a dot on the curve. */
export function alertSeries(all: readonly ChartAlert[], view: Range, scale: Scale, tokens: Tokens): object[] {
  const alerts = all.filter((alert) => alert.at >= view.from && alert.at <= view.to);
  if (alerts.length === 0) return [];
  const at = (alert: (typeof alerts)[number]) => [alert.at, Math.min(scale.max, Math.max(scale.min, alert.value))];
  const colourOf = (alert: (typeof alerts)[number]) => ({
    color: tokens[`lv${alert.level}` as 'lv1'],
    borderColor: tokens[`lv${alert.level}-edge` as 'lv1-edge'],
  });
  return [
    {
      id: 'alert stems',
      type: 'scatter',
      silent: true,
      z: 5,
      symbol: 'rect',
      symbolSize: [1, 16],
      symbolOffset: [0, -9],
      data: alerts.map((alert) => ({ value: at(alert), itemStyle: { color: colourOf(alert).borderColor } })),
    },
    {
      id: 'alert dots',
      type: 'scatter',
      silent: true,
      z: 6,
      symbolSize: 5,
      data: alerts.map((alert) => ({ value: at(alert), itemStyle: colourOf(alert) })),
    },
    {
      id: 'alerts',
      type: 'scatter',
      silent: true,
      z: 7,
      symbolSize: 14,
      symbolOffset: [0, -23],
      label: { show: true, position: 'inside', color: tokens['lv-ink'], fontSize: 9, fontWeight: 700 },
      data: alerts.map((alert) => ({
        value: at(alert),
        symbol: `path://${levelPaths[alert.level as 1]}`,
        itemStyle: { ...colourOf(alert), borderWidth: 1 },
        label: { formatter: String(alert.level), offset: [0, alert.level === 2 ? 2 : 0] },
      })),
    },
  ];
}

/** A cross, 8 px, drawn as lines so that it stays thin. */
const crossPath = 'path://M0 0L8 8M8 0L0 8';

/** Doubtful values as rings, failed ones as crosses. Never in a level's colour: a flag is no alarm. */
export function flagSeries(all: readonly ChartFlag[], view: Range, tokens: Tokens): object[] {
  const inView = all.filter((flag) => flag.at >= view.from && flag.at <= view.to);
  const series = (quality: ChartFlag['quality'], style: object) => {
    const data = inView.filter((flag) => flag.quality === quality).map((flag) => [flag.at, flag.value]);
    return data.length === 0
      ? []
      : [{ id: `flags ${quality}`, type: 'scatter', silent: true, clip: true, z: 5, symbolSize: 8, data, ...style }];
  };
  return [
    ...series('suspect', {
      symbol: 'circle',
      itemStyle: { color: 'transparent', borderColor: tokens.text, borderWidth: 1.2 },
    }),
    ...series('fail', {
      symbol: crossPath,
      itemStyle: { color: tokens['text-2'], borderColor: tokens['text-2'], borderWidth: 1.4 },
    }),
  ];
}

/** What a limit's label says: its level and number, or, of one that is set on the change, that number and what it is of. */
export function limitWords(
  { level, value, cumulative }: ChartThreshold,
  { widthPx, t }: Pick<Frame, 'widthPx' | 't'>,
  narrowDecimals: number,
  precision: number,
): string {
  const narrow = widthPx < 520;
  const number = formatNumber(cumulative ?? value, narrow ? narrowDecimals : precision);
  if (cumulative !== undefined) return narrow ? `Δ ${number}` : t('common:chart.cumulative', { number });
  return narrow ? number : `${t(`common:level.${levelName(level)}`)} ${number}`;
}

/** Thresholds as level lines with their labels in the right margin, gaps as tinted bands, corrections as dotted verticals. */
export function marksOf(
  content: ChartContent,
  gaps: readonly Range[],
  view: Range,
  scale: Scale,
  layout: Layout,
  frame: Frame,
): object {
  const { tokens, t, language } = frame;
  const plotWidth = Math.max(40, frame.widthPx - layout.left - layout.right);
  const plotHeight = Math.max(40, frame.heightPx - layout.top - layout.bottom);
  const lead = content.curves.find((curve) => curve.kind !== 'hanging' && curve.axis !== 'right');
  const shown = (content.thresholds ?? []).filter((each) => each.value >= scale.min && each.value <= scale.max);
  const places = shown.map((each) => layout.top + (1 - heightOf(scale, each.value)) * plotHeight);
  const shifts = stackLabels(places, 15);
  const corrections = (content.corrections ?? []).filter((each) => each.at >= view.from && each.at <= view.to);
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      data: [
        ...shown.map((each, i) => ({
          yAxis: each.value,
          lineStyle: { color: tokens[`lv${each.level}-edge` as 'lv1-edge'], width: 1.2, type: [6, 4] },
          label: {
            position: 'end',
            distance: 8,
            offset: [0, shifts[i]],
            color: tokens[`lv${each.level}-text` as 'lv1-text'],
            fontSize: 11,
            fontWeight: 500,
            formatter: `{mark|} ${limitWords(each, frame, scale.decimals + 1, lead?.precision ?? 3)}`,
            rich: {
              mark: {
                width: 12,
                height: 12,
                backgroundColor: {
                  image: glyphUrl(
                    each.level,
                    tokens[`lv${each.level}` as 'lv1'],
                    tokens[`lv${each.level}-edge` as 'lv1-edge'],
                    tokens['lv-ink'],
                  ),
                },
              },
            },
          },
        })),
        ...corrections.map((each) => ({
          xAxis: each.at,
          symbol: 'none',
          lineStyle: { color: tokens['text-2'], width: 1, type: [1, 3] },
          label: {
            position: 'end',
            color: tokens['text-2'],
            fontSize: 11,
            formatter: `◇ ${each.words}`,
            distance: 4,
          },
        })),
      ],
    },
    markArea: {
      silent: true,
      animation: false,
      itemStyle: { color: tokens.gapfill, borderColor: tokens.hatch, borderWidth: 1, borderType: 'dotted' },
      label: { position: 'insideBottom', color: tokens['text-3'], fontSize: 11 },
      data: gaps
        .filter((gap) => gap.to > view.from && gap.from < view.to)
        .map((gap) => {
          const px = ((Math.min(gap.to, view.to) - Math.max(gap.from, view.from)) / (view.to - view.from)) * plotWidth;
          return [
            {
              xAxis: Math.max(gap.from, view.from),
              label: {
                formatter:
                  px > 40
                    ? t(hasFailed(content.flags ?? [], gap) ? 'common:chart.gapFailed' : 'common:chart.gap', {
                        span: formatSpan((gap.to - gap.from) / 1000, language),
                      })
                    : '',
              },
            },
            { xAxis: Math.min(gap.to, view.to) },
          ];
        }),
    },
  };
}
