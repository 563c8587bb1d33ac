/** What tests of device groups stand on: points that convert by `first`, and what is bound to them, on a clock that moves. */
import { bindings as bindingRoutes } from '@plumbline/contract/points/bindings';
import { points } from '@plumbline/contract/points/points';
import { conversionsOf } from '../src/features/points/bindings/bindings.conversions.api.ts';
import { openWorlds } from './worlds.ts';

export const first = { mode: 1, parameters: { K: 0.1, f0: 2900 } };
export const second = { mode: 1, parameters: { K: 0.12, f0: 2850 } };
export const [always, forever] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** Opened at the top of a test file. */
export async function makeGroupsFixture() {
  const [server, north, south] = await openWorlds(['North', 'South'], { ROLES: 'web' });
  let made = 0;
  const call = <
    R extends
      | (typeof points)['update']
      | (typeof bindingRoutes)['bind' | 'replaceDevice' | 'migrateData' | 'cancelMigration' | 'completeMigration'],
  >(
    route: R,
    input: object,
  ) => server.call(route, input as never, north.admin.token);
  return {
    server,
    north,
    south,
    call,
    make: async () =>
      (
        await server.call(
          points.create,
          {
            projectId: north.projectId,
            structureId: north.structureId,
            name: `G-${++made}`,
            family: 'waterLevel',
            ...first,
          },
          north.admin.token,
        )
      ).body.measuringPoint,
    bind: (pointId: number, measuringDeviceId: number | null, input: object = {}) =>
      call(bindingRoutes.bind, { pointId, measuringDeviceId, ...input }),
    historyOf: async (pointId: number) =>
      (await server.call(bindingRoutes.deviceGroups, { pointId }, north.admin.token)).body.deviceGroups,
    periodsOf: async (pointId: number) =>
      (await conversionsOf(server.db, [pointId])).get(pointId)!.map(({ fromMs, toMs, sncode, parameters }) => ({
        fromMs,
        toMs,
        sncode,
        parameters,
      })),
    /** Moves the clock on a minute and gives the time. */
    later() {
      server.clock.advance(60_000);
      return server.clock.now();
    },
  };
}
