import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TitleComponent,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

/** The parts of ECharts that our charts are made of, and no more: this file is in the chart chunk, never in the first load. */
echarts.use([
  LineChart,
  BarChart,
  ScatterChart,
  GridComponent,
  MarkLineComponent,
  MarkAreaComponent,
  MarkPointComponent,
  TitleComponent,
  CanvasRenderer,
]);

export { echarts };
