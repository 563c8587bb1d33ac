import type { EChartsCoreOption } from 'echarts/core';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { EChartsPart } from './echarts.ts';
import type { Size } from './spot.ts';

/** A chart drawn as lines and words instead of pixels. Loaded when somebody asks for such a file. */
export function svgOf(option: EChartsCoreOption, parts: readonly EChartsPart[], { widthPx, heightPx }: Size): string {
  echarts.use([SVGRenderer, ...parts]);
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: widthPx, height: heightPx });
  try {
    chart.setOption(option);
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
