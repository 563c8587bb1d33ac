/** The other end of the load generator: starts it, asks it for measurements, ends it; and the fleet that it plays. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { hourMs } from '@plumbline/contract/kernel/durations';
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
const firstAt = Date.UTC(2025, 0, 1);

/** Samples of a vibrating-wire piezometer over half a year, as JSON. */
function piezometer() {
  const signal = signalOf('waterLevel', seed, { mode: 1, dropoutRatio: 0 });
  return Array.from({ length: 4096 }, (_, i) => signal(firstAt + i * hourMs));
}
/** Samples of all channels of a device at one time, as JSON; each channel is somewhere else in the half year. */
export function samples(channels = 1): string[] {
  const texts = piezometer().map((sample) => JSON.stringify(sample));
  const channelOf = (i: number, channel: number) => `"${channel + 1}":${texts[(i + channel * 83) % texts.length]}`;
  return texts.map((_, i) => `{${Array.from({ length: channels }, (_, channel) => channelOf(i, channel)).join(',')}}`);
}

/** A level that piezometers of the load reach in this share of their readings. */
function levelReachedBy(share: number): number {
  const { parameters } = plan('waterLevel', seed, { mode: 1 });
  const { convert } = recipe({ family: 'waterLevel', mode: 1, parameters });
  return percentile(ascending(piezometer().map((sample) => convert(sample)['level'] ?? Number.NaN)), 1 - share);
}

/** Limits of a piezometer: its water crosses the first of four levels now and then. */
export function crossedLevels(): [number, number, number, number] {
  const level = levelReachedBy(0.005);
  return [level, level + 1, level + 2, level + 3];
}

export interface FleetSize {
  readonly name: string;
  readonly devices: number;
  /** Piezometers of each device. */
  readonly channels: number;
  readonly hasLimits: boolean;
}

/** Piezometers, each with a limit of four levels or with none. */
export function piezometersOf(client: pg.Client, { name, devices, channels, hasLimits }: FleetSize): Promise<Fleet> {
  const { parameters } = plan('waterLevel', seed, { mode: 1 });
  const rule = {
    kind: 'value',
    method: 'upper',
    levels: crossedLevels(),
    releaseCount: 2,
    consecutive: 1,
  } as const;
  return makeFleet(client, {
    name,
    devices,
    channels,
    family: 'waterLevel',
    mode: 1,
    parameters,
    rulesOf: () => (hasLimits ? [{ field: 'level', rule }] : []),
  });
}

/** Piezometers, one to a device, each with its limit. */
export const piezometers = (client: pg.Client, name: string, devices: number): Promise<Fleet> =>
  piezometersOf(client, { name, devices, channels: 1, hasLimits: true });
