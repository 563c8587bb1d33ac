import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, ids, name, sncode } from './fields.ts';
import { formulaConfig, pointConfig, pointInput, pointKind, reason, Slave } from './points.point.ts';
import { RowProblem, rowLimits } from './points.rows.ts';
import { ChartConfig, chartConfigShape } from './points.settings.ts';
import { points } from './points.ts';

const channel = z.string().trim().min(1).max(16);

/** The place of a row: the structure, or the structure and one of its items, by name. */
const structurePath = z.array(name(32)).min(1).max(2);

/** One row of a batch creation. What is left out is as in the single creation. */
export const BatchPoint = z
  .strictObject({
    ...z.object(pointInput).partial().shape,
    name: pointConfig.name,
    family: pointKind.family,
    type: pointKind.type.default(0),
    nodeCount: pointKind.nodeCount.default(0),
    structurePath: structurePath.optional().describe('In place of structureId'),
    slaves: z
      .array(
        z.object({
          ...Slave.omit({ pointId: true }).shape,
          pointId: id.optional(),
          pointName: pointConfig.name.optional(),
        }),
      )
      .max(200)
      .optional()
      .describe('A slave by id, or by a name that is found once in the project or in the rows before'),
    sncode: sncode.optional().describe('Device that feeds it'),
    channel: channel.optional().describe("Channel of it; '1' unless told"),
  })
  .refine((row) => row.structureId !== undefined || row.structurePath !== undefined, {
    path: ['structurePath'],
    message: 'required',
  })
  .meta({ id: 'BatchPoint' });
export type BatchPoint = z.output<typeof BatchPoint>;

/** Fields of a point that a table may change. `sncode: null` unbinds. */
export const PointEdit = z
  .strictObject({
    ...z.object({ ...pointConfig, ...formulaConfig }).partial().shape,
    structurePath: structurePath.optional(),
    sncode: sncode.nullable().optional(),
    channel: channel.optional(),
  })
  .meta({ id: 'PointEdit' });
export type PointEdit = z.output<typeof PointEdit>;

const loose = z.record(z.string(), z.unknown());
const edits = { needs: 'Update:MeasuringPoint', within: 'projectId', method: 'PATCH' } as const;
const dryRun = z.boolean().default(false);

/** Many points at once, from a table or a file: all are written or none. */
export const batches = {
  batchCreate: route({
    method: 'POST',
    path: '/projects/{projectId}/measuring-points/batch',
    makes: { kind: 'measuring-points', in: 'pointIds' },
    summary:
      'Adds up to 1,000 points, bound to their devices, all or none. A dry run returns the problems of each row.',
    changes: ['point'],
    needs: 'Create:MeasuringPoint',
    within: 'projectId',
    bodyLimit: 8 * 1024 * 1024,
    input: z.object({
      projectId: id,
      rows: z.array(loose).min(1).max(rowLimits.create).describe('Each a BatchPoint'),
      createStructures: z.boolean().default(false).describe('Structures and items that are named and missing are made'),
      dryRun,
    }),
    reply: z.object({
      problems: z.array(RowProblem),
      pointIds: z.array(z.int()).describe('In the order of the rows; empty after a dry run'),
      structures: z.array(z.string()).describe('Structures and items that are (or would be) made'),
    }),
    fails: ['rowsRefused'],
    example: {
      projectId: 1,
      rows: [{ name: 'PZ-240-3', family: 'temperature', mode: 4, structurePath: ['Main dam'] }],
    },
  }),
  batchEdit: route({
    ...edits,
    path: '/projects/{projectId}/measuring-points',
    summary: 'Changes any field of many points, all or none. A dry run returns the problems of each row.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'device', 'threshold'],
    bodyLimit: 32 * 1024 * 1024,
    touches: [{ guardOf: 'update', of: points, ids: 'rows.pointId' }],
    input: z.object({
      projectId: id,
      rows: z
        .array(z.object({ pointId: id, set: loose.describe('A PointEdit') }))
        .min(1)
        .max(rowLimits.edit),
      reason,
      dryRun,
    }),
    reply: z.object({
      problems: z.array(RowProblem),
      changed: z
        .array(z.object({ pointId: z.int(), fields: z.array(z.string()) }))
        .describe('What is not as it was before'),
    }),
    fails: ['rowsRefused'],
    example: { projectId: 1, rows: [{ pointId: 1, set: { intervalSeconds: 600 } }] },
  }),
  batchInit: route({
    ...edits,
    method: 'POST',
    path: '/projects/{projectId}/batch-init',
    summary:
      'Sets initial values of up to 1,000 points, from their latest readings or as given. A dry run returns them.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'device'],
    input: z.object({
      projectId: id,
      rows: z
        .array(
          z.object({
            pointId: id,
            values: formulaConfig.initialValues.optional().describe('As given; from the latest reading where absent'),
          }),
        )
        .min(1)
        .max(rowLimits.init),
      fields: z.array(z.string().max(16)).max(400).optional().describe('Of the latest reading: these alone'),
      onlyMissing: z.boolean().default(false).describe('Of the latest reading: what has an initial value keeps it'),
      reason,
      dryRun,
    }),
    reply: z.object({
      problems: z.array(RowProblem),
      points: z.array(
        z.object({
          pointId: z.int(),
          name: z.string(),
          at: z.string().nullable().describe('Time of the latest reading'),
          before: z.record(z.string(), z.number()),
          after: z.record(z.string(), z.number()),
        }),
      ),
    }),
    fails: ['rowsRefused'],
    example: { projectId: 1, rows: [{ pointId: 1, values: { temperature: 20 } }] },
  }),
  batchChartSetting: route({
    ...edits,
    path: '/projects/{projectId}/batch-chart-setting',
    summary: 'Changes the chart settings of many points; fields that are not given are unchanged.',
    changes: ['chart', 'pointSettings'],
    input: z.object({ projectId: id, points: ids, set: z.object(chartConfigShape).partial() }),
    reply: z.object({ points: z.array(z.object({ pointId: z.int(), chart: ChartConfig })) }),
    fails: ['rowsRefused'],
    example: { projectId: 1, points: [1], set: { measure: 'cumulative' } },
  }),
  batchInterval: route({
    ...edits,
    path: '/projects/{projectId}/batch-collect-interval',
    summary: 'Sets the collect interval of many points.',
    changes: ['point', 'plan'],
    touches: [{ guardOf: 'update', of: points, ids: 'points' }],
    input: z.object({
      projectId: id,
      points: z.array(id).min(1).max(rowLimits.edit),
      intervalSeconds: pointConfig.intervalSeconds,
    }),
    reply: z.object({ points: z.int() }),
    fails: ['rowsRefused'],
    example: { projectId: 1, points: [1], intervalSeconds: 600 },
  }),
};
