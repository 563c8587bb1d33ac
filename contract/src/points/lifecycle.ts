import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, pictureFile } from './fields.ts';
import { formulaConfig, Point, reason, slaveConfig } from './points.point.ts';

/** Ways to treat the readings when a point is reset or deleted (specification 4). */
export const dataVariants = ['keep', 'clear'] as const;
const data = z.enum(dataVariants);
const password = z.string().max(64).optional().describe("The project creator's, where the point has readings");

/** Parts that a point loses when it becomes another kind; the words are in the language packs. */
export const lostParts = [
  'mode',
  'formulaType',
  'parameters',
  'customFormula',
  'slaves',
  'timedPhotographing',
] as const;
export type LostPart = (typeof lostParts)[number];

const change = { needs: 'Update:MeasuringPoint', within: 'pointId' } as const;

/** Routes of the life of a point: its kind, snapshot, deprecation, reset and deletion, and its picture. */
export const lifecycle = {
  convert: route({
    ...change,
    method: 'POST',
    path: '/measuring-points/{pointId}/convert',
    summary:
      'Converts an automated, composite or manual point to another of these kinds, and returns what is lost. A dry run changes nothing.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'device'],
    input: z.object({
      pointId: id,
      type: z.int().min(0).max(2).describe('0 automated, 1 composite, 2 manual'),
      ...z.object(formulaConfig).omit({ initialValues: true }).partial().shape,
      slaves: slaveConfig.slaves.optional(),
      reason,
      dryRun: z.boolean().default(false),
    }),
    reply: z.object({ measuringPoint: Point, lost: z.array(z.enum(lostParts)) }),
    fails: ['pointBound', 'pointHasReadings', 'kindUnsuitable', 'formulaIllegal'],
    example: { pointId: 1, type: 2, dryRun: true },
  }),
  archive: route({
    ...change,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/archive',
    summary: 'Makes a point a snapshot (read-only, no new readings), or opens it again.',
    changes: ['device', 'point', 'reading', 'changeLog', 'state', 'alert', 'task'],
    evenArchived: true,
    input: z.object({ pointId: id, archived: z.boolean() }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['archived'],
  }),
  deprecate: route({
    ...change,
    method: 'PATCH',
    path: '/measuring-points/{pointId}/deprecated',
    summary: 'Marks a point as deprecated (unbound, hidden, data kept, name free), or returns it to service.',
    changes: ['point', 'device', 'state'],
    input: z.object({ pointId: id, deprecated: z.boolean() }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['nameTaken', 'pointInUse'],
  }),
  reset: route({
    ...change,
    needs: 'Delete:MeasuringPoint',
    method: 'POST',
    path: '/measuring-points/{pointId}/reset',
    summary:
      "Clears the configuration and the device of a point, and its data unless that is kept. If it has readings, requires the password of the project's creator.",
    changes: [
      'point',
      'reading',
      'changeLog',
      'correction',
      'state',
      'alert',
      'task',
      'device',
      'threshold',
      'pointSettings',
      'chart',
    ],
    input: z.object({ pointId: id, data, password }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['passwordNeeded', 'wrongPassword', 'tooMany'],
    example: { pointId: 1, data: 'keep' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/measuring-points/{pointId}',
    summary:
      "Deletes a point with its readings and alerts, or keeps them under a deprecated point. If it has readings, requires the password of the project's creator.",
    changes: ['point', 'device', 'structure', 'state', 'alert', 'chart', 'characteristic'],
    needs: 'Delete:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, data: data.default('clear'), password }),
    reply: done,
    fails: ['passwordNeeded', 'wrongPassword', 'tooMany', 'pointInUse'],
  }),
  setImage: route({
    ...change,
    method: 'PUT',
    path: '/measuring-points/{pointId}/image',
    summary: 'Gives a point a picture.',
    changes: ['point'],
    kind: 'upload',
    upload: pictureFile,
    input: z.object({ pointId: id }),
    reply: z.object({ measuringPoint: Point }),
  }),
  removeImage: route({
    ...change,
    method: 'DELETE',
    path: '/measuring-points/{pointId}/image',
    summary: 'Removes the picture of a point.',
    changes: ['point'],
    input: z.object({ pointId: id }),
    reply: z.object({ measuringPoint: Point }),
  }),
  image: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/image',
    summary: 'The picture of a point.',
    shows: ['point'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    kind: 'download',
    background: true,
    input: z.object({ pointId: id }),
    reply: z.unknown(),
  }),
};
