import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant, paging } from './fields.ts';
import { listRoutes } from './points.lists.ts';
import { formulaConfig, Point, pointConfig, pointInput, pointKind, reason, slaveConfig } from './points.point.ts';
import { settingRoutes } from './points.tabs.ts';
import { Threshold } from './thresholds.ts';

export { formulaTypes, Point } from './points.point.ts';
export { Threshold, thresholdKinds, thresholdMethods } from './thresholds.ts';

export const points = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/measuring-points',
    summary: 'The measuring points of a project, by structure and name.',
    shows: ['point', 'device', 'structure', 'threshold', 'plan', 'state'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object({
      projectId: id,
      structureId: id.optional(),
      keyword: z.string().trim().max(50).optional(),
      deprecated: z.stringbool().default(false).describe('Those that are deprecated too'),
      ...paging,
      pageSize: z.coerce.number<number>().int().min(1).max(2000).default(200),
    }),
    reply: z.object({ measuringPoints: z.array(Point), total: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/measuring-points',
    summary: 'Adds a measuring point to a structure or item of the project. Manual points are added by batch creation.',
    changes: ['point'],
    needs: 'Create:MeasuringPoint',
    within: 'projectId',
    input: z.object({
      projectId: id,
      ...z.object(pointInput).partial().shape,
      structureId: pointConfig.structureId,
      name: pointConfig.name,
      mainField: pointConfig.mainField.optional().describe("The family's first field unless told"),
      intervalSeconds: pointConfig.intervalSeconds.default(3600),
      coordinates: pointConfig.coordinates.default(null),
      type: pointKind.type.default(0),
      family: pointKind.family,
      nodeCount: pointKind.nodeCount.default(0),
      mode: formulaConfig.mode.default(4).describe('automated alone'),
      formulaType: formulaConfig.formulaType.optional().describe('SYSTEM_FORMULA unless told; a composite has its own'),
      parameters: formulaConfig.parameters.default({}),
      customFormula: formulaConfig.customFormula.default({}),
      initialValues: formulaConfig.initialValues.default({}),
      slaves: slaveConfig.slaves.default([]),
      master: slaveConfig.master.default(null),
    }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['nameTaken', 'formulaIllegal', 'badInput', 'batchCreationOnly'],
    example: { projectId: 1, structureId: 1, name: 'PZ-240-2', family: 'temperature', mode: 4 },
  }),
  get: route({
    method: 'GET',
    path: '/measuring-points/{pointId}',
    summary: 'One measuring point with its thresholds.',
    shows: ['point', 'device', 'structure', 'threshold', 'plan', 'state'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ measuringPoint: Point, thresholds: z.array(Threshold) }),
  }),
  update: route({
    method: 'PATCH',
    path: '/measuring-points/{pointId}',
    aliases: [{ method: 'PUT', path: '/measuring-points/{pointId}' }],
    summary:
      'Changes the given fields. A change of the conversion applies to the whole time of the device group, or from a time on, and history is recomputed.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task'],
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    guards: { read: 'get', part: 'measuringPoint' },
    input: z.object({
      pointId: id,
      ...z.object({ ...pointConfig, ...formulaConfig }).partial().shape,
      validFrom: instant
        .optional()
        .describe(
          'From when on the conversion (geometry, calibration, depth) is so; not in the future. Earlier readings keep the one before. The whole time of the device group unless told',
        ),
      reason,
    }),
    reply: z.object({ measuringPoint: Point }),
    fails: [
      'nameTaken',
      'formulaIllegal',
      'locationLocked',
      'kindUnsuitable',
      'collectPlanDecides',
      'migrationOpen',
      'badInput',
    ],
    example: { pointId: 1, name: 'PZ-240-2' },
  }),
  setSlaves: route({
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    method: 'PUT',
    path: '/measuring-points/{pointId}/slaves',
    summary: 'The points that a composite is computed from, with its formulas, or that a master joins, in order.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task'],
    guards: { read: 'get', part: 'measuringPoint' },
    input: z.object({
      pointId: id,
      slaves: slaveConfig.slaves.min(1),
      customFormula: formulaConfig.customFormula.optional(),
      parameters: formulaConfig.parameters.optional(),
      master: slaveConfig.master.optional(),
      validFrom: instant
        .optional()
        .describe(
          'A master: from when on it is so; not in the future. Now unless told. Earlier dates keep what was then',
        ),
      fromBeginning: z
        .boolean()
        .default(false)
        .describe('A master: it has always been so, and what was set up until now was wrong'),
      reason,
    }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['kindUnsuitable', 'formulaIllegal', 'badInput'],
    example: { pointId: 1, slaves: [{ pointId: 2, variable: 'a' }], customFormula: { temperature: 'a + 1' } },
  }),
  ...settingRoutes,
  ...listRoutes,
};
