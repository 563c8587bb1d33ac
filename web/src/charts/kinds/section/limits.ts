/** The limits of nodes of a section. Pure. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Tokens } from '../../../design/tokens.ts';
import type { ShownPlane } from '../../frame/plane-window.ts';
import { stepsStyle } from '../survey-curves.ts';
import type { SectionContent, SectionLimit } from './shapes.ts';

/** Half of the bar at a limit, px. */
const halfBarPx = 7;

/**
 * Each where a movement that reaches it would be drawn: a stem from the node at rest along the axis that is watched, and a bar
 * across its end. What lies out of sight is left out: a limit far beyond any movement would make the section small.
 */
export function limitSeries(
  { limits = [], rest, factor }: SectionContent,
  { x, y, mmPerPx }: ShownPlane & { readonly mmPerPx: number },
  tokens: Tokens,
): object[] {
  const half = halfBarPx * mmPerPx;
  const barOf = ({ node, axis, valueMm }: SectionLimit): [number, number][] => {
    const from = rest[node];
    if (!from) return [];
    const end =
      axis === 'x' ? { x: from.x + factor * valueMm, y: from.y } : { x: from.x, y: from.y + factor * valueMm };
    if (end.x < x.from || end.x > x.to || end.y < y.from || end.y > y.to) return [];
    const across = axis === 'x' ? { x: 0, y: half } : { x: half, y: 0 };
    return [
      [from.x, from.y],
      [end.x, end.y],
      [Number.NaN, Number.NaN],
      [end.x - across.x, end.y - across.y],
      [end.x + across.x, end.y + across.y],
      [Number.NaN, Number.NaN],
    ];
  };
  return [...Map.groupBy(limits, ({ level }) => level).values()].flatMap((alike) => {
    const data = alike.flatMap(barOf);
    const { level } = elementAt(alike, 0);
    return data.length === 0 ? [] : [{ ...stepsStyle(level, tokens), id: `limits ${level}`, data }];
  });
}
