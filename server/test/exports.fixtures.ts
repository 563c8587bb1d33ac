/** What tests of exports stand on: a project on the clock of Berlin, manual crack meters, and what is downloaded of them. */
import assert from 'node:assert/strict';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { InputOf, Route } from '@plumbline/contract/kernel/route';
import { exports } from '@plumbline/contract/reports/exports';
import { makePoint, seal } from './series.ts';
import { openWorlds, setTimeZone } from './worlds.ts';

export const crack = { family: 'crack' as const, type: 2, mode: 0 };
/** A day before the clock of Berlin changes. */
export const startMs = Date.parse('2025-03-29T00:00:00Z');
export const span = { from: '2025-03-29T00:00:00Z', to: '2025-04-05T00:00:00Z' };

export type ExportRequest = Partial<InputOf<(typeof exports)['download']['input']>> & { pointIds: number[] };

export const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

/** Opened at the top of a test file. */
export async function makeExportsFixture() {
  const [server, world] = await openWorlds(['Exports']);
  await setTimeZone(server, world.projectId, 'Europe/Berlin');
  const withSpan = (request: ExportRequest) => ({
    projectId: world.projectId,
    format: 'csv' as const,
    ...span,
    ...request,
  });

  async function send(route: Route, input: { projectId: number }): Promise<Response> {
    // A new session each time: the clock may have moved on by weeks.
    const token = await server.tokenFor(world.admin.id);
    return fetch(`${server.url}/api${route.path.replace('{projectId}', String(input.projectId))}`, {
      method: route.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  }

  return {
    server,
    world,
    token: world.admin.token,
    withSpan,
    send,
    async download(request: ExportRequest): Promise<string> {
      const response = await send(exports.download, withSpan(request));
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return text;
    },
    refusal: async (request: ExportRequest) =>
      (await (await send(exports.download, withSpan(request))).json()) as { error: string; detail: unknown },
    /** A manual crack meter with a value each hour: the hour, and half of it as temperature. */
    async series(name: string, n = 48, more: object = {}) {
      const pointId = await makePoint(server, world, name, { ...crack, ...more });
      await seal(
        server,
        pointId,
        Array.from({ length: n }, (_, i) => ({
          at: startMs + i * hourMs,
          values: [i, i / 2],
          raw: { opening: i, temp: i / 2 },
        })),
      );
      return pointId;
    },
  };
}
