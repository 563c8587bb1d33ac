/** What panels of dashboards show. */
import { z } from 'zod';
import { WallAlert } from '../alerts/alerts.wall.ts';
import { healthStatuses } from '../devices/devices.words.ts';
import { Status } from '../kernel/status.ts';
import { coordinates } from '../points/fields.ts';
import { PointFigures } from '../points/points.figures.ts';
import { Threshold } from '../points/thresholds.ts';
import { FigureContent } from '../site/drawings.figures.ts';
import { DrawingVersion, PlacedPoint } from '../site/drawings.ts';
import { PublicStatus } from './status-pages.ts';

/** A point with its limits, and its curve where one is drawn. */
export const CurvePoint = PublicStatus.shape.points.element.extend({
  thresholds: z.array(Threshold).describe('Those that are on'),
  initial: z.number().nullable().describe('What changes count from; null = from nothing yet'),
  figures: PointFigures,
});
export type CurvePoint = z.output<typeof CurvePoint>;

export const CurveContent = z.object({
  timeZone: z.string(),
  from: z.string(),
  points: z.array(CurvePoint),
});

const pointNow = {
  id: z.int(),
  name: z.string(),
  status: Status,
  value: z.number().nullable(),
  unit: z.string(),
  precision: z.int(),
};
export const DrawingContent = z.object({
  projectName: z.string(),
  structureName: z.string(),
  drawing: z.object({
    name: z.string(),
    version: DrawingVersion.pick({ id: true, width: true, height: true, isThemed: true }),
    places: z.array(PlacedPoint.pick({ pointId: true, x: true, y: true })),
  }),
  points: z.array(z.object(pointNow)),
  figures: FigureContent.nullable().describe('What the chosen figures are drawn of; null = none is chosen'),
});

export const PanelContent = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('value'), timeZone: z.string(), point: CurvePoint.omit({ curve: true }) }),
    z.object({ kind: z.literal('curve'), ...CurveContent.shape }),
    z.object({ kind: z.literal('view'), name: z.string().describe('Of the point; the view reads the rest itself') }),
    z.object({ kind: z.literal('drawing'), ...DrawingContent.shape }),
    z.object({
      kind: z.literal('map'),
      points: z.array(z.object({ ...pointNow, coordinates })),
      unplaced: z.int().describe('Points that have no coordinates'),
    }),
    z.object({ kind: z.literal('alerts'), timeZone: z.string(), alerts: z.array(WallAlert), total: z.int() }),
    z.object({
      kind: z.literal('health'),
      timeZone: z.string(),
      devices: z.int(),
      unhealthy: z.int(),
      toCheck: z.array(
        z.object({
          deviceId: z.int(),
          name: z.string(),
          status: z.enum(healthStatuses),
          since: z.string().nullable(),
        }),
      ),
    }),
    z.object({ kind: z.literal('structures'), structures: z.array(PublicStatus.shape.structures.element) }),
    z.object({
      kind: z.literal('photo'),
      timeZone: z.string(),
      pointName: z.string(),
      photo: z
        .object({ photoId: z.int(), photographedAt: z.string(), note: z.string() })
        .nullable()
        .describe('The newest; null = there is none'),
    }),
    z.object({ kind: z.literal('text') }),
    z.object({ kind: z.literal('gone') }).describe('What it showed was deleted'),
    z.object({ kind: z.literal('refused'), needs: z.string() }).describe('Its reader may not see this'),
  ])
  .meta({ id: 'PanelContent' });
export type PanelContent = z.output<typeof PanelContent>;

export type ContentOf<K extends PanelContent['kind']> = Extract<PanelContent, { kind: K }>;
