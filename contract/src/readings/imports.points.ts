/** Points that a file names and the project lacks, made for its import. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';
import { pointConfig, pointKind } from '../points/points.point.ts';
import { rowLimits } from '../points/points.rows.ts';

export const pointRoutes = {
  makePoints: route({
    method: 'POST',
    path: '/projects/{projectId}/imports/{importId}/points',
    makes: { kind: 'measuring-points', in: 'pointIds' },
    summary:
      'Makes manual points that the file of an import names and the project lacks, all or none. They go with the import while it is not imported, and are deprecated when it is undone.',
    changes: ['point', 'import'],
    needs: 'Create:MeasuringPoint',
    within: 'projectId',
    bodyLimit: 1024 * 1024,
    input: z.object({
      projectId: id,
      importId: id,
      rows: z
        .array(
          z.object({
            name: pointConfig.name,
            family: pointKind.family,
            structureId: pointConfig.structureId,
            nodeCount: pointKind.nodeCount.default(0),
            depthM: pointConfig.depthM.optional(),
            coordinates: pointConfig.coordinates.default(null),
          }),
        )
        .min(1)
        .max(rowLimits.create),
    }),
    reply: z.object({ pointIds: z.array(z.int()).describe('In the order of the rows') }),
    fails: ['importBusy', 'rowsRefused', 'notAllowed'],
    example: { projectId: 1, importId: 1, rows: [{ name: 'GWM-7', family: 'waterLevel', structureId: 1 }] },
  }),
};
