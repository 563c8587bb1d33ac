/**
 * Status pages: what an outsider (owner, neighbour, authority) sees of a project by a link of its own, without an account.
 * The people of the project choose what is on it, and end it whenever they like.
 */
import { z } from 'zod';
import { PublicBrand } from '../kernel/brand.ts';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { Status, WholeStatus } from '../kernel/status.ts';
import { familyCodes } from '../points/families.ts';
import { done, id, instant, name } from '../points/fields.ts';
import { structureTypes } from '../site/structures.measures.ts';

export const statusPageLimits = { pages: 50, structures: 50, points: 20, note: 1_000 } as const;
/** How many days back curves go; 0 = there are none. */
export const curveDays = [0, 7, 30, 90] as const;

const unlike = (list: readonly number[]): boolean => new Set(list).size === list.length;
const described = {
  title: name(50),
  note: z
    .string()
    .trim()
    .max(statusPageLimits.note)
    .describe('What the reader is to know: whom to call, what levels mean'),
  language: z.enum(languages).describe('Of the page as it is opened; its reader may choose another'),
  structureIds: z
    .array(id)
    .min(1, 'required')
    .max(statusPageLimits.structures)
    .refine(unlike, 'addressRepeat')
    .describe('Structures, with their items, and items'),
  pointIds: z
    .array(id)
    .max(statusPageLimits.points)
    .refine(unlike, 'addressRepeat')
    .describe('Points whose value is shown; no masters'),
  curveDays: z
    .union(curveDays.map((days) => z.literal(days)))
    .describe('How far back their curves go; 0 = values alone'),
  showAlerts: z.boolean().describe('How many alerts are open, by structure'),
  expiresAt: instant.nullable().describe('From then on the link opens nothing; null = until it is ended'),
} as const;
const Described = z.object(described);

export const StatusPage = z
  .object({
    id: z.int(),
    projectId: z.int(),
    ...described,
    byName: z.string(),
    createdAt: z.string(),
    linkedAt: z.string(),
  })
  .meta({ id: 'StatusPage' });
export type StatusPage = z.output<typeof StatusPage>;

const PublicStructure = z.object({
  name: z.string(),
  parentName: z.string().nullable().describe('Of an item: its structure'),
  type: z.enum(structureTypes),
  status: WholeStatus,
  openAlerts: z.int().nullable().describe('null = the page does not say'),
});
const PublicPoint = z.object({
  name: z.string(),
  structure: z.string(),
  family: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]),
  field: z.string(),
  unit: z.string(),
  precision: z.int(),
  status: Status,
  value: z.number().nullable().describe('Of its last reading, corrected; null = none, or none that is good'),
  curve: z
    .object({ times: z.array(z.number()), values: z.array(z.number().nullable()) })
    .nullable()
    .describe('Epoch ms and good values, thinned; null = the page shows none'),
});
export const PublicStatus = z
  .object({
    title: z.string(),
    note: z.string(),
    language: z.enum(languages),
    corporation: PublicBrand.describe('Whose page it is'),
    projectName: z.string(),
    timeZone: z.string(),
    archivedAt: z.string().nullable().describe('Since when the project takes no readings any more'),
    at: z.string().describe('When this was true'),
    expiresAt: z.string().nullable(),
    status: WholeStatus.describe('Of everything on the page together, each point once'),
    structures: z.array(PublicStructure),
    points: z.array(PublicPoint),
    curveFrom: z.string().nullable(),
  })
  .meta({ id: 'PublicStatus' });
export type PublicStatus = z.output<typeof PublicStatus>;

const one = { projectId: id, statusPageId: id };
const within = { within: 'projectId', needs: 'Update:Project' } as const;

export const statusPages = {
  list: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/status-pages',
    summary: 'The status pages of a project, and how often each was opened.',
    shows: ['statusPage', 'structure', 'point'],
    input: z.object({ projectId: id }),
    reply: z.object({
      statusPages: z.array(StatusPage),
      openings: z.array(z.object({ statusPageId: z.int(), count: z.int(), lastAt: z.string().nullable() })),
    }),
  }),
  create: route({
    ...within,
    method: 'POST',
    path: '/projects/{projectId}/status-pages',
    summary: 'Makes a status page. Its link token is in this answer alone.',
    changes: ['statusPage'],
    secures: 'secret',
    input: z.object({
      projectId: id,
      ...described,
      note: described.note.default(''),
      pointIds: described.pointIds.default([]),
      curveDays: described.curveDays.default(0),
      showAlerts: z.boolean().default(false),
      expiresAt: described.expiresAt.default(null),
    }),
    reply: z.object({ statusPage: StatusPage, token: z.string() }),
    fails: ['nameTaken', 'statusPagesFull', 'statusPageEnded'],
    example: { projectId: 1, title: 'For the owner', language: 'en', structureIds: [1] },
  }),
  update: route({
    ...within,
    method: 'PATCH',
    path: '/projects/{projectId}/status-pages/{statusPageId}',
    summary: 'Changes the given parts of a status page. Its link stays.',
    changes: ['statusPage'],
    secures: 'rights',
    guards: { read: 'list', part: 'statusPages', by: { field: 'id', input: 'statusPageId' } },
    input: z.object({ ...one, ...Described.partial().shape }),
    reply: z.object({ statusPage: StatusPage }),
    fails: ['nameTaken', 'statusPageEnded'],
    example: { projectId: 1, statusPageId: 1, showAlerts: true },
  }),
  renewLink: route({
    ...within,
    method: 'POST',
    path: '/projects/{projectId}/status-pages/{statusPageId}/link',
    summary: 'Gives a status page a new link. The one before opens nothing any more.',
    changes: ['statusPage'],
    secures: 'secret',
    input: z.object(one),
    reply: z.object({ token: z.string() }),
  }),
  remove: route({
    ...within,
    method: 'DELETE',
    path: '/projects/{projectId}/status-pages/{statusPageId}',
    summary: 'Ends a status page. Its link opens nothing any more.',
    changes: ['statusPage'],
    secures: 'rights',
    evenArchived: true,
    input: z.object(one),
    reply: done,
  }),
  open: route({
    method: 'POST',
    path: '/status-pages/open',
    summary:
      'What a status page shows now, for whoever has its link. Sent as POST so that the token stands in no address and in no log.',
    shows: ['statusPage', 'project', 'structure', 'point', 'threshold', 'alert', 'state'],
    needs: 'anyone',
    // The count of openings is no part of what it answers.
    readOnly: true,
    background: true,
    input: z.object({
      token: z.string().trim().min(1).max(100).describe('256 random bits, base64url'),
      again: z.boolean().default(false).describe('The page that is open reads again: no new opening'),
    }),
    reply: PublicStatus,
    fails: ['notFound'],
    example: { token: 'A'.repeat(43) },
  }),
};
