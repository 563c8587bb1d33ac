import type { DeviceChart } from '@plumbline/contract/devices/devices.config';
import { type FamilyCode, fieldAt, fieldsOf } from '@plumbline/contract/points/families';
import { type ChartConfig, defaultChartConfig } from '@plumbline/contract/points/points.settings';

interface Charted {
  readonly family: FamilyCode;
  readonly nodeCount: number;
  readonly mainIndex: number;
}

/**
 * The chart of a point without a setting of its own, as its device begins charts: the fields that the point has of those
 * named, and the axis for each of them, or for the main field where none is named.
 */
export function chartOfDevice(chart: DeviceChart, { family, nodeCount, mainIndex }: Charted): ChartConfig {
  const fieldKeys = new Set(fieldsOf(family, nodeCount).map(({ key }) => key));
  const fields = (chart.fields ?? []).filter((key) => fieldKeys.has(key));
  const { minimum: min = null, maximum: max = null, reversed } = chart;
  const axis = { min, max, reversed: reversed ?? false };
  const main = fieldAt(family, mainIndex)?.key;
  const drawn = fields.length > 0 ? fields : main === undefined ? [] : [main];
  const hasAxis = min !== null || max !== null || axis.reversed;
  return { ...defaultChartConfig, fields, axes: hasAxis ? Object.fromEntries(drawn.map((key) => [key, axis])) : {} };
}
