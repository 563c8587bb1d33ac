import { ChartFrame, type FrameProps } from './frame/ChartFrame.tsx';
import { type ChartContents, type ChartKindName, chartKinds } from './kinds/kinds.ts';

/** Props of a chart: its kind, what it is given, and what the frame is told; one of these for each kind. */
export type ChartProps = {
  [K in ChartKindName]: FrameProps<ChartContents[K]> & { readonly kind: K };
}[ChartKindName];

/** A chart of any kind, with ECharts: pages take it from Chart.tsx, which fetches it when it is first shown. */
export default function DrawnChart<K extends ChartKindName>({
  kind,
  ...frame
}: FrameProps<ChartContents[K]> & { readonly kind: K }) {
  return <ChartFrame kind={chartKinds[kind]} {...frame} />;
}
