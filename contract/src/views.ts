/**
 * The views of a point that are drawn, each said once: by which name of specification 2, with which chart, for which
 * points. Tabs, addresses and tests read this list; a name without a drawing is not in it.
 */
import type { FamilyCode } from './families.ts';
import type { pointViews } from './points.views.ts';

type PointViewName = (typeof pointViews)[number];
export type ViewChart = 'timeValue' | 'profile';

export interface ViewEntry {
  readonly chart: ViewChart;
  /** Families whose points offer it; absent = all. */
  readonly families?: readonly FamilyCode[];
  /** Only where the point has nodes. */
  readonly needsNodes?: true;
}

export const views = {
  'time-value': { chart: 'timeValue' },
  'adm-profile': { chart: 'profile', families: ['deepDisplacement'], needsNodes: true },
} as const satisfies Partial<Record<PointViewName, ViewEntry>>;
export type ViewName = keyof typeof views;
export const viewNames = Object.keys(views) as ViewName[];

/** What a point offers, in the order of its tabs. */
export const viewsOf = ({ family, nodeCount }: { family: FamilyCode; nodeCount: number }): ViewName[] =>
  viewNames.filter((name) => {
    const { families, needsNodes }: ViewEntry = views[name];
    return (families?.includes(family) ?? true) && (!needsNodes || nodeCount > 0);
  });
