import { elementAt } from '@plumbline/contract/kernel/elements';
import { axisOf, kindOf, withColours } from './curve-kinds.ts';
import type { ChartCurve, PanelChoice, TimeValueContent } from './shapes.ts';

/**
 * The contents of the panels, the first curve's first. Limits, alerts, corrections and flags are its own and stay with it; what
 * happened on site is in all of them, its words in the first.
 */
export function panelsOf(content: TimeValueContent): readonly TimeValueContent[] {
  const curves = withColours(content.curves);
  const groups = groupsOf(curves, content.panels ?? 'one');
  if (groups.length < 2) return [content];
  const silent = content.annotations?.map((each) => ({ ...each, words: '' }));
  return groups.map((group, i): TimeValueContent => {
    const panel = { curves: group.map(onLeft), axes: axesOf(group, content) };
    if (i === 0) return { ...content, ...panel };
    return { ...panel, annotations: silent ?? [], lineStyle: content.lineStyle, zone: content.zone };
  });
}

/** How many charts a content is drawn as. */
export const panelCount = ({ curves, panels = 'one' }: TimeValueContent): number =>
  Math.max(1, groupsOf(curves, panels).length);

/** Rain hangs over the first chart, unless each curve has its own; a forecast belongs to the first curve. */
function groupsOf(curves: readonly ChartCurve[], panels: PanelChoice): readonly (readonly ChartCurve[])[] {
  if (panels === 'one') return [curves];
  const groups = new Map<string, ChartCurve[]>();
  const first = curves[0];
  const nameOf = (curve: ChartCurve): string => (panels === 'unit' ? curve.unit : (curve.of ?? curve.id));
  for (const curve of curves) {
    const isWithFirst = kindOf(curve) === 'forecast' || (panels === 'unit' && kindOf(curve) === 'hanging');
    const name = nameOf(isWithFirst && first ? first : curve);
    groups.set(name, [...(groups.get(name) ?? []), curve]);
  }
  return [...groups.values()];
}

const onLeft = (curve: ChartCurve): ChartCurve => (axisOf(curve) === 'right' ? { ...curve, axis: 'left' } : curve);

/** What people said about the axis that the first curve of a panel was on. */
function axesOf(group: readonly ChartCurve[], { axes }: TimeValueContent): TimeValueContent['axes'] {
  const left = axisOf(elementAt(group, 0)) === 'right' ? axes?.right : axes?.left;
  return left ? { left } : {};
}
