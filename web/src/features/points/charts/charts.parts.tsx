/** Parts of charts for other features: the settings by which the chart of a point is drawn. */

export { ChartTab, chartFields } from './ChartTab.tsx';
