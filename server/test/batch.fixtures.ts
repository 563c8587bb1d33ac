/** What tests of many points at once stand on: rows of a project, and what was wrong with them, in short. */
import { batches } from '@plumbline/contract/points/batches';
import { points } from '@plumbline/contract/points/points';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { TestServer, World } from './harness.ts';

export function makeBatchFixture(server: TestServer, world: World) {
  let made = 0;
  return {
    batch: (rows: object[], input: object = {}, token = world.admin.token) =>
      server.call(batches.batchCreate, { projectId: world.projectId, rows: rows as never, ...input }, token),
    get: async (pointId: number) => (await server.call(points.get, { pointId }, world.admin.token)).body.measuringPoint,
    /** A row of a point of its own name. */
    row: (input: object = {}) => ({
      name: `B-${++made}`,
      family: 'temperature',
      structureId: world.structureId,
      ...input,
    }),
  };
}

/** Row, path, error and, of a bad input, its message. */
export const brief = (problems: readonly RowProblem[]) =>
  problems.map(({ row: at, path, error, message }) => [at, path, error, ...(message ? [message] : [])]);
/** The same of what was refused. */
export const problemsOf = (body: { detail?: unknown }) => brief((body.detail as { problems: RowProblem[] }).problems);
