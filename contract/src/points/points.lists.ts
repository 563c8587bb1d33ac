import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { Status } from '../kernel/status.ts';
import { first, id, total } from './fields.ts';
import { Point } from './points.point.ts';

/** A point as a table edits it: every field of `PointEdit`, and what it is. */
export const PointTableRow = z
  .object({
    ...Point.omit({
      countsFrom: true,
      projectId: true,
      deviceGroup: true,
      latest: true,
      status: true,
      usedChannel: true,
      image: true,
      imageLocation: true,
      coordinates: true,
    }).shape,
    coordinates: z.object({ longitude: z.number(), latitude: z.number() }).nullable(),
    imageLocation: z.object({ x: z.number(), y: z.number() }).nullable(),
    structurePath: z.array(z.string()),
    sncode: z.string().nullable(),
    channel: z.string().nullable(),
  })
  .meta({ id: 'PointTableRow' });
export type PointTableRow = z.output<typeof PointTableRow>;

/** A point as the console lists it. */
export const PointRow = z
  .object({
    id: z.int(),
    structureId: z.int(),
    name: z.string(),
    type: z.int(),
    family: z.string(),
    mode: z.int(),
    mainField: z.string(),
    unit: z.string(),
    intervalSeconds: z.int(),
    collectMode: z.string(),
    deviceId: z.int().nullable(),
    sncode: z.string().nullable(),
    channel: z.string().nullable(),
    located: z.boolean(),
    initial: z.boolean().describe('Its main field has an initial value'),
    thresholds: z.int(),
    value: z.number().nullable(),
    status: Status,
    archived: z.boolean(),
    deprecated: z.boolean(),
    onlySort: z.int().nullable(),
  })
  .meta({ id: 'PointRow' });
export type PointRow = z.output<typeof PointRow>;

export const listRoutes = {
  rows: route({
    method: 'GET',
    path: '/projects/{projectId}/measuring-points/rows',
    summary: 'Every point of a project in one answer, as the console lists them: by structure and name.',
    shows: ['point', 'device', 'structure', 'threshold', 'plan', 'state'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object({
      projectId: id,
      deprecated: z.stringbool().default(false).describe('Those that are deprecated too'),
      first,
    }),
    reply: z.object({ rows: z.array(PointRow), total }),
  }),
  table: route({
    method: 'GET',
    path: '/projects/{projectId}/measuring-points/table',
    summary: 'Every editable field of every point of a project, for a table or a file.',
    shows: ['point', 'device', 'structure', 'threshold', 'plan', 'state'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object({ projectId: id, structureId: id.optional(), first }),
    reply: z.object({ rows: z.array(PointTableRow), total }),
  }),
};
