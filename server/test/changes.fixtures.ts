/** What tests of changes of history stand on: points with a reading a minute, and the acts on them over HTTP. */
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { makePoint, seal } from './series.ts';
import { openWorlds } from './worlds.ts';

export const startMs = Date.parse('2026-03-01T00:00:00Z');
export const at = (minutes: number) => new Date(startMs + minutes * minuteMs).toISOString();
export const reason = 'Test signals';

/** Opened at the top of a test file. */
export async function makeChangesFixture() {
  const [server, world] = await openWorlds(['Changes']);
  const token = world.admin.token;
  return {
    server,
    world,
    token,
    /** A point with a reading each minute for `n` minutes: its value is the minute. */
    async ramp(name: string, n = 100, from = 0) {
      const pointId = await makePoint(server, world, name, { interval_seconds: 60 });
      await seal(
        server,
        pointId,
        Array.from({ length: n }, (_, i) => ({ at: startMs + (from + i) * minuteMs, values: [from + i] })),
      );
      return pointId;
    },
    remove: (pointIds: number[], more: object) => server.call(history.delete, { pointIds, reason, ...more }, token),
    flag: (pointId: number, more: object) =>
      server.call(
        history.flag,
        { pointId, fields: ['temperature'], quality: 'fail', reason, from: at(0), to: at(1000), ...more } as never,
        token,
      ),
    query: async (pointId: number, more: object = {}) =>
      (await server.call(readings.query, { pointIds: [pointId], from: at(-10), to: at(2000), ...more }, token)).body
        .series[0]!,
    undo: (pointId: number, changeId: number) => server.call(history.undo, { pointId, changeId }, token),
    latest: async (pointId: number) =>
      (await server.call(readings.latest, { pointIds: [pointId] }, token)).body.latest[0],
  };
}
