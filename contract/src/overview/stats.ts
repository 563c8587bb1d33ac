import { z } from 'zod';
import { alertStatuses } from '../alerts/alerts.ts';
import { healthStatuses } from '../devices/devices.ts';
import { route } from '../kernel/route.ts';
import { PointStatus, Status, WholeStatus } from '../kernel/status.ts';
import { type FamilyCode, familyCodes } from '../points/families.ts';
import { id, level } from '../points/fields.ts';
import { PointFigures } from '../points/points.figures.ts';
import { UnhealthStat } from '../telemetry/health.ts';

const Count = z.object({ key: z.string(), count: z.int() });
const AlertStatusStat = z.object({ status: z.enum(alertStatuses), count: z.int() });
/** What the specification counts of a project or structure: Pending and Notice together, under the name Pending. */
const PlaceAlertStat = z
  .array(z.object({ status: z.enum(['Pending', 'Confirm', 'FalseAlarm', 'Restore']), count: z.int() }))
  .describe('Pending counts Pending and Notice together');

/** At most so many rows of each list, the most urgent. */
export const statRowsShown = 100;

/** A project, structure, item or measuring point with how it is. */
export const StatRow = z
  .object({
    id: z.int().describe('Of the project, structure, item or point'),
    name: z.string(),
    within: z.string().describe('Name of what it is in: of a structure its project, of an item its structure'),
    projectId: z.int(),
    structureId: z
      .int()
      .nullable()
      .describe('Of a structure its own, of an item that of its structure, of a point what it is at; null = a project'),
    status: Status,
    openAlerts: z.int().describe('Pending and Notice'),
  })
  .meta({ id: 'StatRow' });
export type StatRow = z.output<typeof StatRow>;

const rows = (of: string) =>
  z
    .array(StatRow)
    .optional()
    .describe(`${of}, the most urgent first, at most ${statRowsShown}; absent when not asked for`);
const lists = {
  projectStatList: rows('Projects'),
  structureStatList: rows('Structures with their items'),
  itemStatList: rows('Items'),
  measuringPointStatList: rows('Measuring points without masters'),
};
export type StatLists = { readonly [K in keyof typeof lists]: StatRow[] };
const { projectStatList, ...listsOfProject } = lists;
const { structureStatList, ...listsOfStructure } = listsOfProject;
const wantsLists = z.stringbool().default(true).describe('false = counts alone, which is quicker');

/** Counts over every project that somebody may see. */
export const CorporationCounts = z.object({
  projects: z.int(),
  projectsWithOpenAlerts: z.int(),
  structures: z.int(),
  structuresNormal: z.int().describe('Structures all of whose points report, and report no level'),
  structuresSilent: z.int().describe('Structures with a point that does not report'),
  status: WholeStatus.describe('Of all points'),
  readingsToday: z.int(),
  lastReceivedAt: z.string().nullable(),
  devices: z.int(),
  devicesHealthy: z.int(),
  healthStatusStat: z.array(z.object({ status: z.enum(healthStatuses), count: z.int() })),
  unhealthStat: UnhealthStat,
  silentOver24h: z.int(),
  openAlerts: z.array(z.int()).length(5).describe('By level 0..4'),
  pending: z.int(),
  newestOpenAt: z.string().nullable(),
  measurementTypeStat: z.array(Count),
  alertTotal: z.int().describe('All alerts there ever were'),
  alertStatusStat: z.array(AlertStatusStat).describe('Each status by itself'),
  items: z.int().optional().describe('With the lists'),
  projectStatList,
  ...listsOfProject,
});
/** The newest value of a point. */
export const MeasurementValue = z
  .object({
    projectId: z.int(),
    structureId: z.int().describe('The structure or item that the point is at'),
    pointId: z.int(),
    name: z.string(),
    family: z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]),
    field: z.string(),
    unit: z.string(),
    precision: z.int().describe('Decimals of the field'),
    value: z.number().nullable().describe('Corrected; null = the newest reading has none'),
    at: z.string().describe('When it was measured'),
  })
  .meta({ id: 'MeasurementValue' });
/** A limit as it lies on a curve of values. */
export const DrawnLimit = z
  .object({
    level,
    value: z.number().describe('Where it lies on the value'),
    cumulative: z.number().optional().describe('Of a limit on the change: the limit as it was set'),
  })
  .meta({ id: 'DrawnLimit' });

/** A point near to, or over, a threshold. */
export const WatchedPoint = z.object({
  pointId: z.int(),
  projectId: z.int(),
  projectName: z.string(),
  name: z.string(),
  family: z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]),
  field: z.string(),
  unit: z.string(),
  precision: z.int().describe('Decimals of the field'),
  status: PointStatus,
  value: z.number().nullable(),
  change24h: z
    .number()
    .nullable()
    .describe('Last value less the one 24 hours before it, on the line between its neighbours'),
  figures: PointFigures,
  limits: z
    .array(DrawnLimit)
    .describe(
      'The limit that was reached and the next one, where they lie on the curve; none where they are on a change of no number',
    ),
  times: z.array(z.number()),
  values: z.array(z.number().nullable()),
});

export const stats = {
  corporation: route({
    method: 'GET',
    path: '/stats/corporation',
    summary: 'Counts over every project that the caller may see: the first line of the home page.',
    shows: ['project', 'structure', 'device', 'health', 'point', 'state', 'alert'],
    needs: 'signed-in',
    tokens: 'any',
    background: true,
    input: z.object({ lists: wantsLists }),
    reply: CorporationCounts,
  }),
  watched: route({
    method: 'GET',
    path: '/stats/watched-points',
    summary: 'The points nearest to, or furthest over, a threshold, with a thinned 30-day curve.',
    shows: ['point', 'threshold', 'state', 'alert'],
    needs: 'signed-in',
    tokens: 'any',
    fails: ['notFound'],
    background: true,
    input: z.object({ projectId: id.optional(), limit: z.coerce.number<number>().int().min(1).max(20).default(6) }),
    reply: z.object({
      points: z.array(WatchedPoint),
    }),
  }),
  activity: route({
    method: 'GET',
    path: '/stats/activity',
    summary: 'Returns the recent activity of the projects that the caller can see.',
    shows: ['alert'],
    needs: 'signed-in',
    tokens: 'any',
    background: true,
    input: z.object({ limit: z.coerce.number<number>().int().min(1).max(50).default(8) }),
    reply: z.object({
      activity: z.array(
        z.object({
          at: z.string(),
          kind: z.enum(['alertRaised', 'alertReleased', 'alertChanged', 'alertCommented']),
          level: z.int(),
          status: z.enum(alertStatuses).nullable(),
          alertId: z.int(),
          pointName: z.string(),
          projectId: z.int(),
          projectName: z.string(),
          by: z.string().nullable(),
        }),
      ),
    }),
  }),
  project: route({
    method: 'GET',
    path: '/stats/projects/{projectId}',
    aliases: [{ path: '/stats/project' }],
    summary: 'Counts of one project: levels, families, alerts by status.',
    shows: ['structure', 'point', 'state', 'alert'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id, lists: wantsLists }),
    reply: z.object({
      status: WholeStatus,
      measurementTypeStat: z.array(Count),
      alertStatusStat: PlaceAlertStat,
      structures: z.int().optional().describe('With the lists'),
      items: z.int().optional().describe('With the lists'),
      ...listsOfProject,
    }),
  }),
  structure: route({
    method: 'GET',
    path: '/stats/projects/{projectId}/structures/{structureId}',
    aliases: [{ path: '/stats/structure' }],
    summary: 'Counts of one structure and its items.',
    shows: ['structure', 'point', 'state', 'alert'],
    needs: 'Retrieve:Structure',
    within: 'structureId',
    background: true,
    input: z.object({ projectId: id, structureId: id, lists: wantsLists }),
    reply: z.object({
      status: WholeStatus,
      measurementTypeStat: z.array(Count),
      alertStatusStat: PlaceAlertStat,
      items: z.int().optional().describe('With the lists'),
      ...listsOfStructure,
    }),
  }),
  alertStatus: route({
    method: 'GET',
    path: '/stats/alert-status',
    summary: 'Alerts by status. Pending counts Pending and Notice together, as specification 4 says.',
    shows: ['alert'],
    needs: 'Retrieve:Alert',
    fails: ['notFound'],
    background: true,
    input: z.object({ projectId: id.optional(), structureId: id.optional() }),
    reply: z.object({ alertStatusStat: PlaceAlertStat }),
  }),
  measurementValue: route({
    method: 'GET',
    path: '/stats/measurement-value',
    summary:
      'The newest value of the main field of each point that has one, by project, structure and name: the first 2,000.',
    shows: ['point', 'state', 'reading', 'correction'],
    needs: 'Retrieve:Data',
    fails: ['notFound'],
    background: true,
    input: z.object({ projectId: id.optional(), structureId: id.optional() }),
    reply: z.object({ measurementValueList: z.array(MeasurementValue), isMore: z.boolean() }),
  }),
  search: route({
    method: 'GET',
    path: '/search',
    summary: 'Searches projects, structures, points and devices that the caller can see, by name or sncode.',
    shows: ['project', 'structure', 'point', 'device'],
    needs: 'signed-in',
    tokens: 'any',
    background: true,
    input: z.object({ keyword: z.string().trim().min(1).max(50) }),
    reply: z.object({
      found: z.array(
        z.object({
          kind: z.enum(['project', 'structure', 'point', 'device']),
          id: z.int(),
          name: z.string(),
          projectId: z.int().nullable(),
          where: z.string(),
        }),
      ),
      more: z.boolean().describe('There are more of a kind than are shown'),
    }),
  }),
};
