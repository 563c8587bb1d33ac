/** The panels of dashboards: what each shows, and where on the grid. */
import { z } from 'zod';
import { id } from '../points/fields.ts';
import { FigureSetting } from '../site/drawings.figures.ts';
import { type CurveViewName, isCurveView, type ViewName, views } from '../views/views.ts';

export const dashboardLimits = {
  /** Of one person in one project. */
  perPerson: 20,
  panels: 24,
  columns: 12,
  rows: 200,
  points: 4,
  alerts: 20,
  devices: 20,
  mapPoints: 2_000,
  text: 2_000,
  /** Curves are thinned as a chart of so many px draws them. */
  curvePx: 800,
} as const;
export const panelKinds = [
  'value',
  'curve',
  'view',
  'drawing',
  'map',
  'alerts',
  'health',
  'structures',
  'photo',
  'text',
] as const;
export type PanelKind = (typeof panelKinds)[number];
/** How many days back curves go. */
export const panelDays = [1, 7, 30, 90, 365] as const;
export type PanelView = Exclude<ViewName, CurveViewName>;
/** The views of the catalogue; the curve over time is a panel of its own. */
export const panelViews = (Object.keys(views) as ViewName[]).filter((name) => !isCurveView(name)) as [
  PanelView,
  ...PanelView[],
];

const { columns, rows, points } = dashboardLimits;
const place = {
  id: z
    .string()
    .regex(/^[a-z0-9]{1,12}$/)
    .describe('Of the panel, within its dashboard'),
  title: z.string().trim().max(50).default('').describe('Empty = it says itself what it shows'),
  x: z
    .int()
    .min(0)
    .max(columns - 1),
  y: z.int().min(0).max(rows),
  w: z.int().min(1).max(columns),
  h: z.int().min(1).max(30),
};
const pointIds = z
  .array(id)
  .min(1, 'required')
  .max(points)
  .refine((list) => new Set(list).size === list.length, 'addressRepeat');

export const Panel = z
  .discriminatedUnion('kind', [
    z.object({ ...place, kind: z.literal('value'), pointId: id }),
    z.object({
      ...place,
      kind: z.literal('curve'),
      pointIds,
      days: z.union(panelDays.map((days) => z.literal(days))),
    }),
    z.object({ ...place, kind: z.literal('view'), pointId: id, view: z.enum(panelViews) }),
    z.object({
      ...place,
      kind: z.literal('drawing'),
      structureId: id,
      drawingId: id,
      figures: FigureSetting.optional().describe('What is drawn beside the points; absent = nothing'),
    }),
    z.object({ ...place, kind: z.literal('map'), structureId: id.nullable().default(null) }),
    z.object({ ...place, kind: z.literal('alerts') }),
    z.object({ ...place, kind: z.literal('health') }),
    z.object({ ...place, kind: z.literal('structures') }),
    z.object({ ...place, kind: z.literal('photo'), pointId: id }),
    z.object({ ...place, kind: z.literal('text'), text: z.string().trim().max(dashboardLimits.text) }),
  ])
  .meta({ id: 'Panel' });
export type Panel = z.output<typeof Panel>;
export type PanelOf<K extends PanelKind> = Extract<Panel, { kind: K }>;
