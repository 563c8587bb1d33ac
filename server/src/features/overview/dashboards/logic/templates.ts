/**
 * What a dashboard of a kind of structure begins with. Invariant: a panel without anything to show is not made; the panels lie
 * beside and under each other without a gap in which one could hide.
 */
import { dashboardLimits, type Panel, type PanelView } from '@plumbline/contract/overview/dashboards.panels';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Structure } from '@plumbline/contract/site/structures';
import { type ViewedPoint, viewsOf } from '@plumbline/contract/views/views';

interface TemplatePoint extends ViewedPoint {
  readonly id: number;
}
interface TemplateDrawing {
  readonly id: number;
  readonly structureId: number;
}
interface Size {
  readonly w: number;
  readonly h: number;
}
type PanelPlan = Size &
  (
    | { readonly of: 'drawing' | 'map' | 'alerts' | 'health' | 'structures' }
    /** As many single values as there are points, up to `count`; each of this size. */
    | { readonly of: 'values'; readonly families: readonly FamilyCode[]; readonly count: number }
    | { readonly of: 'curve'; readonly families: readonly FamilyCode[]; readonly days: 7 | 30 | 90 }
    | { readonly of: 'view'; readonly views: readonly PanelView[] }
  );

const large = { w: 8, h: 9 };
const side = { w: 4, h: 9 };
const half = { w: 6, h: 7 };
const third = { w: 4, h: 7 };
const values = (...families: FamilyCode[]): PanelPlan => ({ of: 'values', families, count: 4, w: 3, h: 3 });
const curve = (days: 7 | 30 | 90, ...families: FamilyCode[]): PanelPlan => ({ of: 'curve', families, days, ...half });
/** A shape needs room for its surveys and what one chooses of them. */
const view = (...names: PanelView[]): PanelPlan => ({ of: 'view', views: names, w: 12, h: 13 });
const head: readonly PanelPlan[] = [
  { of: 'drawing', ...large },
  { of: 'alerts', ...side },
];
const foot: readonly PanelPlan[] = [
  { of: 'health', ...third },
  { of: 'map', w: 8, h: 7 },
];

const plans: Readonly<Partial<Record<Structure['type'], readonly PanelPlan[]>>> = {
  bridge: [
    ...head,
    values('structuralDeformation', 'vibration', 'crack', 'axialForce'),
    curve(30, 'structuralDeformation', 'tilt'),
    curve(30, 'crack', 'temperature'),
    ...foot,
  ],
  tunnel: [
    ...head,
    values('surfaceDisplacement', 'structuralDeformation', 'crack'),
    view('station-convergence', 'adm-circular', 'hsl-settlement'),
    curve(30, 'structuralDeformation', 'surfaceDisplacement'),
    ...foot,
  ],
  dam: [
    ...head,
    values('waterLevel', 'flow', 'surfaceDisplacement', 'rainfall'),
    curve(90, 'waterLevel'),
    view('adm-profile', 'adm-panel-deflection'),
    curve(90, 'flow', 'soilPressure'),
    curve(90, 'surfaceDisplacement', 'structuralDeformation'),
    ...foot,
  ],
  slope: [
    ...head,
    values('surfaceDisplacement', 'rainfall', 'crack', 'waterLevel'),
    view('adm-profile', 'sdmpro-track'),
    curve(30, 'surfaceDisplacement', 'tilt'),
    curve(30, 'rainfall'),
    curve(30, 'waterLevel', 'soilMoisture'),
    ...foot,
  ],
  pit: [
    ...head,
    values('structuralDeformation', 'axialForce', 'waterLevel', 'anchorForce'),
    view('adm-profile'),
    curve(30, 'axialForce', 'anchorForce'),
    curve(30, 'structuralDeformation', 'surfaceDisplacement'),
    curve(30, 'waterLevel'),
    ...foot,
  ],
  building: [
    ...head,
    values('tilt', 'crack', 'structuralDeformation', 'vibration'),
    curve(90, 'tilt'),
    curve(90, 'crack'),
    ...foot,
  ],
};
/** Of a structure of another kind. */
const otherwise: readonly PanelPlan[] = [
  ...head,
  { of: 'structures', ...half },
  { of: 'health', ...half },
  { of: 'map', w: 12, h: 8 },
];

type Content = {
  [K in Panel['kind']]: Omit<Extract<Panel, { kind: K }>, 'id' | 'title' | 'x' | 'y' | 'w' | 'h'>;
}[Panel['kind']];

export function panelsFor(
  { id: structureId, type }: Pick<Structure, 'id' | 'type'>,
  points: readonly TemplatePoint[],
  drawings: readonly TemplateDrawing[],
): Panel[] {
  const measuring = points.filter((each) => each.type !== 3 && each.family !== 'camera');
  const used = new Set<number>();
  const of = (families: readonly FamilyCode[], count: number): number[] => {
    const family = families.find((code) => measuring.some((each) => each.family === code));
    return measuring
      .filter((each) => each.family === family)
      .slice(0, count)
      .map(({ id }) => id);
  };
  const contents = (plan: PanelPlan): Content[] => {
    if (plan.of === 'drawing')
      return drawings
        .slice(0, 1)
        .map((each) => ({ kind: 'drawing', structureId: each.structureId, drawingId: each.id }));
    if (plan.of === 'map') return [{ kind: 'map', structureId }];
    if (plan.of === 'values') {
      // One of each family first, then more of the first ones.
      const perFamily = plan.families.map((family) => of([family], plan.count));
      const ids = Array.from({ length: plan.count }, (_, turn) => perFamily.flatMap((each) => each[turn] ?? []));
      return ids
        .flat()
        .slice(0, plan.count)
        .map((pointId) => ({ kind: 'value', pointId }));
    }
    if (plan.of === 'curve') {
      const pointIds = of(plan.families, dashboardLimits.points);
      return pointIds.length === 0 ? [] : [{ kind: 'curve', pointIds, days: plan.days }];
    }
    if (plan.of === 'view') {
      for (const name of plan.views) {
        const point = points.find((each) => !used.has(each.id) && viewsOf(each).includes(name));
        if (!point) continue;
        used.add(point.id);
        return [{ kind: 'view', pointId: point.id, view: name }];
      }
      return [];
    }
    return [{ kind: plan.of }];
  };
  return laidOut((plans[type] ?? otherwise).flatMap((plan) => contents(plan).map((content) => ({ content, plan }))));
}

/**
 * From left to right, and under the highest of a row where it is full; the last of a row is as wide as what is left. Values have
 * rows of their own, which they share evenly: a curve beside them would leave a hole under them.
 */
function laidOut(drafts: readonly { readonly content: Content; readonly plan: Size }[]): Panel[] {
  const { columns } = dashboardLimits;
  const panels: Panel[] = [];
  let row: Panel[] = [];
  let [x, y] = [0, 0];
  const endRow = () => {
    if (row[0]?.kind === 'value')
      for (const [i, each] of row.entries()) {
        each.w = Math.floor(columns / row.length);
        each.x = i * each.w;
      }
    const last = row.at(-1);
    if (last) last.w = columns - last.x;
    y += Math.max(0, ...row.map(({ h }) => h));
    [row, x] = [[], 0];
  };
  for (const { content, plan } of drafts) {
    const before = row.at(-1);
    const isOther = before !== undefined && (before.kind === 'value') !== (content.kind === 'value');
    if (isOther || x + plan.w > columns) endRow();
    const panel = { ...content, id: `p${panels.length + 1}`, title: '', x, y, w: plan.w, h: plan.h } as Panel;
    panels.push(panel);
    row.push(panel);
    x += plan.w;
  }
  endRow();
  return panels;
}
