/** What tests of imports stand on: a project, and the steps of the wizard over HTTP. */
import assert from 'node:assert/strict';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { type Import, imports, type LineResult } from '@plumbline/contract/readings/imports';
import { readings } from '@plumbline/contract/readings/readings';
import type { TestServer, World } from './harness.ts';

export type MappingInput = InputOf<(typeof imports)['check']['input']>['mapping'];

export function makeImportsFixture(server: TestServer, world: World) {
  const { token } = world.admin;
  const year = { from: '2024-01-01T00:00:00Z', to: '2024-12-31T00:00:00Z' };
  const at = (importId: number) => ({ projectId: world.projectId, importId });
  const get = async (importId: number) => (await server.call(imports.get, at(importId), token)).body.import;

  return {
    at,
    get,
    async upload(content: string | Uint8Array, name = 'readings.csv') {
      const form = new FormData();
      form.append('file', new Blob([content as string], { type: 'text/csv' }), name);
      const response = await fetch(`${server.url}/api/projects/${world.projectId}/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      return (await response.json()) as { import: Import; error?: string; detail?: unknown };
    },
    async check(importId: number, mapping: MappingInput) {
      const answer = await server.call(imports.check, { ...at(importId), mapping }, token);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      await server.work!.settle();
      return get(importId);
    },
    async apply(importId: number) {
      const answer = await server.call(imports.apply, { ...at(importId), reason: 'Readings of the week' }, token);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      await server.work!.settle();
      return get(importId);
    },
    lines: async (importId: number, result: LineResult) =>
      (await server.call(imports.lines, { ...at(importId), result }, token)).body.lines,
    /** The readings of 2024, oldest first. */
    async rowsOf(pointId: number) {
      const answer = await server.call(
        readings.pagination,
        { pointId, ...year, order: 'oldest', pageSize: 1000 },
        token,
      );
      return answer.body.rows;
    },
  };
}

/** A mapping of columns to points; times in the first column, ymd on the clock of Shanghai unless told. */
export const wideMapping = (
  columns: { column: number; pointId: number; name: string; kind?: 'field' | 'raw'; node?: number }[],
  time: object = {},
): MappingInput => ({
  values: {
    layout: 'wide',
    time: { columns: [0], pattern: 'ymd', timeZone: 'Asia/Shanghai', ...time },
    columns: columns.map((each) => ({ kind: 'field', ...each })),
  } as MappingInput['values'],
});
