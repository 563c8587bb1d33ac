import type { ChartKind } from '../frame/kind.ts';
import { events } from './events/events.ts';
import type { EventsContent } from './events/shapes.ts';
import { heat } from './heat/heat.ts';
import type { HeatContent } from './heat/shapes.ts';
import { histogram } from './histogram/histogram.ts';
import type { HistogramContent } from './histogram/shapes.ts';
import { line } from './line/line.ts';
import type { LineContent } from './line/shapes.ts';
import { plan } from './plan/plan.ts';
import type { PlanContent } from './plan/shapes.ts';
import { profile } from './profile/profile.ts';
import type { ProfileContent } from './profile/shapes.ts';
import { type RoseContent, rose } from './rose/rose.ts';
import { scatter } from './scatter/scatter.ts';
import type { ScatterContent } from './scatter/shapes.ts';
import { section } from './section/section.ts';
import type { SectionContent } from './section/shapes.ts';
import { type ShapeContent, shape } from './shape/shape.ts';
import type { SpectrumContent } from './spectrum/shapes.ts';
import { spectrum } from './spectrum/spectrum.ts';
import type { TimeValueContent } from './time-value/shapes.ts';
import { timeValue } from './time-value/time-value.ts';
import type { WaveformContent } from './waveform/shapes.ts';
import { waveform } from './waveform/waveform.ts';

/** Every kind of chart by its name, and what it is given. A kind that is named here and not below does not compile. */
export interface ChartContents {
  readonly timeValue: TimeValueContent;
  readonly profile: ProfileContent;
  readonly line: LineContent;
  readonly plan: PlanContent;
  readonly section: SectionContent;
  readonly shape: ShapeContent;
  readonly rose: RoseContent;
  readonly waveform: WaveformContent;
  readonly events: EventsContent;
  readonly spectrum: SpectrumContent;
  readonly heat: HeatContent;
  readonly scatter: ScatterContent;
  readonly histogram: HistogramContent;
}
export type ChartKindName = keyof ChartContents;

export const chartKinds: { readonly [K in ChartKindName]: ChartKind<ChartContents[K]> } = {
  timeValue,
  profile,
  line,
  plan,
  section,
  shape,
  rose,
  waveform,
  events,
  spectrum,
  heat,
  scatter,
  histogram,
};
