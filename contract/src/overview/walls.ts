/**
 * Walls: screens in a control room or a site office that show projects one slide after the other, by a link of their own and
 * without an account. Whoever made a wall chooses what is on it, and ends it whenever they like.
 */
import { z } from 'zod';
import { WallAlert } from '../alerts/alerts.wall.ts';
import { languages, themes } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { WholeStatus } from '../kernel/status.ts';
import { coordinates, done, id, instant, name, timeZone } from '../points/fields.ts';
import { FigureSetting } from '../site/drawings.figures.ts';
import { ProjectSummary } from '../site/projects.ts';
import { CurveContent, DrawingContent, PanelContent } from './dashboards.contents.ts';
import { Panel } from './dashboards.panels.ts';
import { CorporationCounts, WatchedPoint } from './stats.ts';
import { PublicStatus } from './status-pages.ts';

export const wallLimits = {
  walls: 20,
  projects: 50,
  slides: 30,
  points: 4,
  alerts: 20,
  dwellSeconds: [5, 600],
} as const;
/** How many days back the curves of a slide go. */
export const wallCurveDays = [1, 7, 30, 90] as const;

const unlike = (list: readonly number[]): boolean => new Set(list).size === list.length;
const [minSeconds, maxSeconds] = wallLimits.dwellSeconds;
const dwellSeconds = z.int().min(minSeconds).max(maxSeconds);

export const Slide = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('overview'), dwellSeconds }),
    z.object({ kind: z.literal('project'), dwellSeconds, projectId: id }),
    z.object({
      kind: z.literal('drawing'),
      dwellSeconds,
      structureId: id,
      drawingId: id,
      figures: FigureSetting.optional().describe('What is drawn beside the points; absent = nothing'),
    }),
    z.object({
      kind: z.literal('points'),
      dwellSeconds,
      pointIds: z.array(id).min(1, 'required').max(wallLimits.points).refine(unlike, 'addressRepeat'),
      days: z.union(wallCurveDays.map((days) => z.literal(days))),
    }),
    z.object({ kind: z.literal('dashboard'), dwellSeconds, projectId: id, dashboardId: id }),
  ])
  .meta({ id: 'Slide' });
export type Slide = z.output<typeof Slide>;

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const described = {
  name: name(50),
  language: z.enum(languages),
  theme: z.enum(themes),
  timeZone: timeZone.describe('Of the clock, and of what lies in no project'),
  projectIds: z
    .array(id)
    .min(1, 'required')
    .max(wallLimits.projects)
    .refine(unlike, 'addressRepeat')
    .describe('Whose alerts and status are shown'),
  slides: z.array(Slide).min(1, 'required').max(wallLimits.slides).describe('In the order in which they are shown'),
  soundFrom: z.int().min(0).max(4).describe('New alerts of this level and above sound; 0 = none does'),
  dim: z
    .object({ from: hour, to: hour, percent: z.int().min(5).max(90) })
    .nullable()
    .describe('Between two times of the day the screen is this bright; null = always in full'),
  expiresAt: instant.nullable().describe('From then on the link opens nothing; null = until it is ended'),
} as const;
const Described = z.object(described);

export const Wall = z
  .object({
    id: z.int(),
    ...described,
    createdAt: z.string(),
    linkedAt: z.string(),
  })
  .meta({ id: 'Wall' });
export type Wall = z.output<typeof Wall>;

const Counts = CorporationCounts.pick({
  projects: true,
  status: true,
  openAlerts: true,
  pending: true,
  devices: true,
  devicesHealthy: true,
  lastReceivedAt: true,
});

export const WallContent = z
  .object({
    ...Wall.omit({ id: true, projectIds: true, slides: true, createdAt: true, linkedAt: true }).shape,
    at: z.string().describe('When this was true'),
    slides: z.array(
      z.object({ kind: z.enum(['overview', 'project', 'drawing', 'points', 'dashboard']), dwellSeconds }),
    ),
    hidden: z.int().describe('Projects whose rights its maker no longer holds: they are not shown'),
    counts: Counts,
    projects: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        coordinates: coordinates.nullable(),
        summary: ProjectSummary.pick({ status: true }),
      }),
    ),
    alerts: z.array(WallAlert).describe('Unsettled, the highest level first'),
    alertTotal: z.int(),
  })
  .meta({ id: 'WallContent' });
export type WallContent = z.output<typeof WallContent>;

const alertRoutes = {
  alerts: z.array(WallAlert).describe('Unsettled ones of its project, the highest level first'),
  alertTotal: z.int(),
};

export const SlideContent = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('overview'), watched: z.array(WatchedPoint) }),
    z.object({
      kind: z.literal('project'),
      ...alertRoutes,
      name: z.string(),
      status: WholeStatus,
      structures: z.array(PublicStatus.shape.structures.element),
      watched: z.array(WatchedPoint),
    }),
    z.object({
      kind: z.literal('drawing'),
      ...DrawingContent.shape,
      ...alertRoutes,
    }),
    z.object({ kind: z.literal('points'), ...CurveContent.shape }),
    z.object({
      kind: z.literal('dashboard'),
      projectName: z.string(),
      name: z.string(),
      panels: z.array(z.object({ panel: Panel, content: PanelContent })),
    }),
    z.object({ kind: z.literal('gone') }).describe('What it showed was deleted, or its maker may no longer show it'),
  ])
  .meta({ id: 'SlideContent' });
export type SlideContent = z.output<typeof SlideContent>;

const token = z.string().trim().min(1).max(100).describe('256 random bits, base64url');
const byLink = { method: 'POST', needs: 'anyone', readOnly: true, background: true } as const;
const tagsOfSlides = [
  'wall',
  'project',
  'structure',
  'point',
  'threshold',
  'alert',
  'state',
  'device',
  'health',
] as const;
const notPublic = 'wallNotPublic';

export const walls = {
  list: route({
    method: 'GET',
    path: '/profile/walls',
    summary: 'The walls of the caller, and how often each was opened.',
    shows: ['wall'],
    needs: 'signed-in',
    tokens: 'unscoped',
    input: z.object({}),
    reply: z.object({
      walls: z.array(Wall),
      openings: z.array(z.object({ wallId: z.int(), count: z.int(), lastAt: z.string().nullable() })),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/profile/walls',
    summary:
      'Makes a wall of projects that the caller may publish (`Update:Project`). Its link token is in this answer alone.',
    changes: ['wall'],
    needs: 'signed-in',
    tokens: 'unscoped',
    secures: 'secret',
    input: z.object({
      ...described,
      theme: described.theme.default('default'),
      soundFrom: described.soundFrom.default(0),
      dim: described.dim.default(null),
      expiresAt: described.expiresAt.default(null),
    }),
    reply: z.object({ wall: Wall, token: z.string() }),
    fails: ['notFound', 'nameTaken', 'wallsFull', 'wallEnded', notPublic],
    example: {
      name: 'Control room',
      language: 'en',
      timeZone: 'Asia/Shanghai',
      projectIds: [1],
      slides: [{ kind: 'overview', dwellSeconds: 20 }],
    },
  }),
  update: route({
    method: 'PATCH',
    path: '/profile/walls/{wallId}',
    summary: 'Changes the given parts of a wall. Its link stays; screens that show it follow within seconds.',
    changes: ['wall'],
    needs: 'signed-in',
    tokens: 'unscoped',
    secures: 'rights',
    guards: { read: 'list', part: 'walls', by: { field: 'id', input: 'wallId' } },
    input: z.object({ wallId: id, ...Described.partial().shape }),
    reply: z.object({ wall: Wall }),
    fails: ['nameTaken', 'wallEnded', notPublic],
    example: { wallId: 1, soundFrom: 3 },
  }),
  renewLink: route({
    method: 'POST',
    path: '/profile/walls/{wallId}/link',
    summary: 'Gives a wall a new link. The one before opens nothing any more.',
    changes: ['wall'],
    needs: 'signed-in',
    tokens: 'unscoped',
    secures: 'secret',
    input: z.object({ wallId: id }),
    reply: z.object({ token: z.string() }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/profile/walls/{wallId}',
    summary: 'Ends a wall. Its link opens nothing any more.',
    changes: ['wall'],
    needs: 'signed-in',
    tokens: 'unscoped',
    secures: 'rights',
    input: z.object({ wallId: id }),
    reply: done,
  }),
  open: route({
    ...byLink,
    path: '/walls/open',
    summary:
      'What a wall shows on every slide, for whoever has its link. Sent as POST so that the token stands in no address.',
    shows: tagsOfSlides,
    input: z.object({
      token,
      again: z.boolean().default(false).describe('The screen that is open reads again: no new opening'),
    }),
    reply: WallContent,
    fails: ['notFound'],
    example: { token: 'A'.repeat(43) },
  }),
  slide: route({
    ...byLink,
    path: '/walls/slide',
    summary: 'What one slide of a wall shows.',
    shows: [...tagsOfSlides, 'drawing', 'reading', 'correction', 'dashboard', 'photo'],
    input: z.object({
      token,
      place: z
        .int()
        .min(0)
        .max(wallLimits.slides - 1)
        .describe('From 0'),
    }),
    reply: SlideContent,
    fails: ['notFound'],
    example: { token: 'A'.repeat(43), place: 0 },
  }),
  picture: route({
    ...byLink,
    path: '/walls/picture',
    summary:
      'The file of the drawing that a slide shows; of a dashboard, of the drawing or photo that one of its panels shows.',
    shows: ['wall', 'drawing', 'dashboard', 'photo'],
    kind: 'download',
    input: z.object({
      token,
      place: z
        .int()
        .min(0)
        .max(wallLimits.slides - 1),
      panelId: Panel.options[0].shape.id.optional().describe('dashboard: of which panel'),
    }),
    reply: z.unknown(),
    fails: ['notFound'],
    example: { token: 'A'.repeat(43), place: 0 },
  }),
};
