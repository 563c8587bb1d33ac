/** What other features show of charts: the settings by which the chart of a point is drawn. */

export { ChartTab, chartFields } from './ChartTab.tsx';
