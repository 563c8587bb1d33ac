import { GridComponent, TitleComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

/**
 * The parts of ECharts that the frame is made of; each kind adds its own, and no more. In the chart chunk, never in the first
 * load.
 */
export type EChartsPart = Extract<Parameters<typeof echarts.use>[0], readonly unknown[]>[number];

echarts.use([GridComponent, TitleComponent, CanvasRenderer]);

/** An empty chart in an element, able to draw what is made of these parts. */
export function chartIn(element: HTMLElement, parts: readonly EChartsPart[], options?: echarts.EChartsInitOpts) {
  echarts.use([...parts]);
  return echarts.init(element, null, options);
}
