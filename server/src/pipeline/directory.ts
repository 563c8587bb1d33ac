/**
 * The directory of the devices that send: which point each channel feeds, compiled once and kept until someone changes
 * it. Plans are dropped when the database says that they changed, in whatever process the change was made.
 */

import {
  devicePlan,
  type PointPlan,
  slavesOf,
  sncodesFeeding,
} from '../features/points/bindings/bindings.plans.api.ts';
import type { Change, Db, Logger } from '../kernel/context.ts';
import { bindPlans } from './bind.composites.ts';
import type { BoundPoint } from './bind.ts';

export interface BoundDevice {
  readonly id: number;
  readonly corporationId: number;
  readonly sncode: string;
  readonly secretHash: Buffer;
  readonly channels: ReadonlySet<string>;
  readonly points: ReadonlyMap<string, BoundPoint>;
}

/** Unknown serial numbers are remembered too, so that retries of unknown devices do not reach the database each time. */
const isSerialNumber = /^[A-Za-z0-9._-]{1,32}$/;
const maxUnknown = 10_000;
const maxDevices = 100_000;

export const openDirectory = (db: Db, log: Logger): Directory => new Directory(db, log);

class Directory {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #devices = new Map<string, BoundDevice>();
  readonly #unknown = new Set<string>();
  readonly #loading = new Map<string, Promise<BoundDevice | null>>();
  /** Counts changes, so that a plan read before a change is not kept after it. */
  #epoch = 0;

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** The device of a serial number, from memory alone. */
  known(sncode: string): BoundDevice | undefined {
    return this.#devices.get(sncode);
  }

  /** The same, from memory or the database; null where there is none. */
  async device(sncode: string): Promise<BoundDevice | null> {
    const device = this.#devices.get(sncode);
    if (device) return device;
    // What cannot be a serial number is neither looked up nor remembered.
    if (!isSerialNumber.test(sncode) || this.#unknown.has(sncode)) return null;
    const running = this.#loading.get(sncode);
    if (running) return running;
    const own = this.#load(sncode).finally(() => this.#loading.get(sncode) === own && this.#loading.delete(sncode));
    this.#loading.set(sncode, own);
    return own;
  }

  /** Forgets what changed; null = whatever may have. Resolves when nothing of it is remembered any more. */
  changed(change: Change | null): void | Promise<void> {
    this.#forgetLoads();
    this.#unknown.clear();
    if (change === null) this.#devices.clear();
    else if (change.kind === 'device') this.#devices.delete(change.sncode);
    else if (change.kind === 'project') {
      this.#dropWhere((point) => point.projectId === change.id);
      // A plan that was read while it was archived has none of its points.
      if (this.#devices.size > 0) return this.#dropFeeding(change.id);
    } else if (change.kind === 'point') {
      const concerns = (point: BoundPoint) => point.pointId === change.id;
      this.#dropWhere((point) => concerns(point) || point.composites.some(concerns));
      // It may have become a composite of points that did not know of it.
      if (this.#devices.size > 0) return this.#dropSlavesOf(change.id);
    }
  }

  async #load(sncode: string): Promise<BoundDevice | null> {
    const started = this.#epoch;
    const plan = await devicePlan(this.#db, sncode);
    const bound = !plan
      ? null
      : {
          id: plan.id,
          corporationId: plan.corporationId,
          sncode: plan.sncode,
          secretHash: plan.secretHash,
          channels: new Set(plan.channels),
          points: await byChannel(this.#db, plan.points, this.#log),
        };
    if (started === this.#epoch) this.#remember(sncode, bound);
    return bound;
  }

  #remember(sncode: string, device: BoundDevice | null): void {
    if (device) {
      const [oldest] = this.#devices.keys();
      if (this.#devices.size >= maxDevices && oldest !== undefined) this.#devices.delete(oldest);
      this.#devices.set(sncode, device);
    } else {
      if (this.#unknown.size >= maxUnknown) this.#unknown.clear();
      this.#unknown.add(sncode);
    }
  }

  async #dropFeeding(projectId: number): Promise<void> {
    try {
      const feeding = await sncodesFeeding(this.#db, projectId);
      this.#forgetLoads();
      for (const sncode of feeding) this.#devices.delete(sncode);
    } catch (error) {
      this.#log.warn({ err: error, projectId }, 'devices of a project could not be read; every plan is dropped');
      this.#forgetLoads();
      this.#devices.clear();
    }
  }

  async #dropSlavesOf(pointId: number): Promise<void> {
    try {
      const found = await slavesOf(this.#db, [pointId]);
      const slaves = new Set(found.get(pointId)?.map((slave) => slave.pointId));
      if (slaves.size === 0) return;
      this.#forgetLoads();
      this.#dropWhere(
        (point) => slaves.has(point.pointId) || point.composites.some((each) => slaves.has(each.pointId)),
      );
    } catch (error) {
      this.#log.warn({ err: error, pointId }, 'slaves could not be read; every plan is dropped');
      this.#forgetLoads();
      this.#devices.clear();
    }
  }

  /** Whoever asks from now on reads anew: what is being read now may be of before the change. */
  #forgetLoads(): void {
    this.#epoch++;
    this.#loading.clear();
  }

  #dropWhere(concerned: (point: BoundPoint) => boolean): void {
    for (const [sncode, device] of this.#devices)
      if ([...device.points.values()].some(concerned)) this.#devices.delete(sncode);
  }
}

export type { Directory };

async function byChannel(db: Db, plans: readonly PointPlan[], log: Logger): Promise<Map<string, BoundPoint>> {
  const bound = await bindPlans(db, plans, log);
  return new Map(
    plans.flatMap(({ pointId, channel }): [string, BoundPoint][] => {
      const point = bound.get(pointId);
      return channel && point ? [[channel, point]] : [];
    }),
  );
}
