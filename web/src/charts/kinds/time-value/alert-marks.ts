import type { Tokens } from '../../../design/tokens.ts';
import { levelPaths } from '../../../kernel/levels.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import type { Scale } from '../../frame/scale.ts';
import type { ChartAlert, ChartFlag } from './shapes.ts';

/** Single readings that stand out: alerts, doubtful and failed values. Pure parts of an ECharts option. */

/** Alerts: a stem, the level mark on it, and a dot on the curve. */
export function alertSeries(all: readonly ChartAlert[], view: Range, scale: Scale, tokens: Tokens): object[] {
  const alerts = all.filter((alert) => isWithin(alert.at, view));
  if (alerts.length === 0) return [];
  const at = (alert: ChartAlert) => [alert.at, Math.min(scale.max, Math.max(scale.min, alert.value))];
  const colourOf = (alert: ChartAlert) => ({
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
  const inView = all.filter((flag) => isWithin(flag.at, view));
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
