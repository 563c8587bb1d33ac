/** What tests of corrections stand on: points with an hourly reading for four days, and the acts over HTTP. */
import { hourMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { readings } from '@plumbline/contract/readings/readings';
import { makePoint, seal } from './series.ts';
import { openWorlds } from './worlds.ts';

export const startMs = Date.parse('2026-03-01T00:00:00Z');
export const at = (hours: number) => new Date(startMs + hours * hourMs).toISOString();
export const reason = 'The bracket was knocked';

/** Opened at the top of a test file, closed when its tests are over. */
export async function openCorrections() {
  const [server, world] = await openWorlds(['Corrections']);
  const token = world.admin.token;
  /** A point with an hourly reading of 10 for four days. */
  async function pointAt10(name: string) {
    const pointId = await makePoint(server, world, name);
    await seal(
      server,
      pointId,
      Array.from({ length: 96 }, (_, i) => ({ at: startMs + i * hourMs, values: [10] })),
    );
    return pointId;
  }
  const shift = (pointId: number, from: number, to: number | null, fix: number, more: object = {}) =>
    server.call(
      corrections.createShift,
      { pointId, startAt: at(from), endAt: to === null ? null : at(to), fixes: { temperature: fix }, reason, ...more },
      token,
    );
  async function shown(pointId: number, raw = false) {
    const { body } = await server.call(readings.query, { pointIds: [pointId], from: at(0), to: at(96), raw }, token);
    return body.series[0]!.values;
  }
  return { server, world, token, pointAt10, shift, shown };
}
