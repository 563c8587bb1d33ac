/** The other end of the load generator: starts it, asks it for measurements, ends it; and the fleet that it plays. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { recipe } from '@plumbline/science/sensors/recipes';
import { plan, signalOf } from '@plumbline/tools/virtual-devices/physics';
import type pg from 'pg';
import { type Fleet, makeFleet } from '../server/test/crash/fleet.ts';
import { ascending, percentile } from './numbers.ts';
import type { Job, Measured, MeasureRequest } from './publisher.ts';

export async function startLoad(job: Job) {
  const child = fork(join(import.meta.dirname, 'publisher.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the load generator ended (${code})`);
  });
  failed.catch(() => undefined);
  const answer = async () => {
    const [reply] = (await Promise.race([once(child, 'message'), failed])) as [unknown];
    return reply;
  };
  child.send({ job } satisfies { job: Job });
  await answer();
  return {
    async measure(request: MeasureRequest): Promise<Measured> {
      child.send({ request } satisfies { request: MeasureRequest });
      return (await answer()) as Measured;
    },
    stop: () => child.disconnect(),
  };
}

const seed = 7;
const hourMs = 3_600_000;
const firstAt = Date.UTC(2025, 0, 1);

/** Samples of a vibrating-wire piezometer over half a year, as JSON. */
function piezometer() {
  const signal = signalOf('waterLevel', seed, { mode: 1, dropoutRatio: 0 });
  return Array.from({ length: 4096 }, (_, i) => signal(firstAt + i * hourMs));
}
export const samples = () => piezometer().map((sample) => JSON.stringify(sample));

/** Piezometers, one to a device, each with a limit of four levels that its water crosses now and then. */
export async function piezometers(client: pg.Client, name: string, devices: number): Promise<Fleet> {
  const { parameters } = plan('waterLevel', seed, { mode: 1 });
  const { convert } = recipe({ family: 'waterLevel', mode: 1, parameters });
  const sorted = ascending(piezometer().map((sample) => convert(sample)['level'] ?? Number.NaN));
  const level = percentile(sorted, 0.995);
  return makeFleet(client, {
    name,
    devices,
    channels: 1,
    family: 'waterLevel',
    mode: 1,
    parameters,
    rulesOf: () => [
      {
        field: 'level',
        rule: {
          kind: 'value',
          method: 'upper',
          levels: [level, level + 1, level + 2, level + 3],
          releaseCount: 2,
          consecutive: 1,
        },
      },
    ],
  });
}
