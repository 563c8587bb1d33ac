/** Lays the demonstration's world (demo.world.ts) into the database: what is where, not what was measured. */
import { randomBytes } from 'node:crypto';
import type { Language } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { fieldsOf } from '@plumbline/contract/points/families';
import { zeroedFields } from '../features/points/points/points.config.api.ts';
import type { Db } from '../kernel/context.ts';
import { hashOf } from '../kernel/secrets.ts';
import { collectSeconds, layMasters } from './demo.masters.ts';
import type { DemoGroup, DemoPoint, DemoProject, DemoStructure, DeviceFault } from './demo.shapes.ts';
import { firstKnown, type Signal, signalOfPoint, thresholdsOf } from './demo.signals.ts';
import { deviceName } from './demo.words.ts';
import { world } from './demo.world.ts';

export interface DemoDevice {
  readonly sncode: string;
  readonly secret: string;
  readonly fault?: DeviceFault;
  /** How often it delivers, where that is more often than its points ask for. */
  readonly everySeconds?: number;
  readonly channels: readonly {
    readonly number: string;
    readonly pointId: number;
    readonly point: DemoPoint;
    readonly site: string;
    readonly reach: number;
  }[];
}
interface Spot {
  readonly longitude: number;
  readonly latitude: number;
}
/** A structure as it is stored; metres east and north of its project. */
interface PlacedStructure {
  readonly id: number;
  readonly projectId: number;
  readonly structure: DemoStructure;
  readonly project: DemoProject;
}
/** A point with what it measures and where it reports. */
interface WiredPoint {
  readonly point: DemoPoint;
  readonly signal: Signal;
  readonly structureId: number;
  readonly channel: string;
  readonly at: Spot;
}

/** A place so many metres from a project's own. */
export const spotOf = ({ longitude, latitude }: Spot, east: number, north: number): Spot => ({
  longitude: longitude + east / (111_320 * Math.cos((latitude * Math.PI) / 180)),
  latitude: latitude + north / 110_540,
});

/** Makes corporation, account, projects, devices and points in the transaction of `db`, in English. */
export async function layWorld(
  db: Db,
  { now, startMs, userName, language }: { now: Date; startMs: number; userName: string; language: Language },
): Promise<{ readonly corporationId: number; readonly devices: readonly DemoDevice[] }> {
  const { id: corporationId } = await db
    .insertInto('corporation')
    .values({
      title: 'Jiangnan Monitoring Institute',
      copyright: 'Plumbline demonstration',
      logo: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: accountId } = await db
    .insertInto('account')
    .values({
      corporation_id: corporationId,
      name: userName,
      display_name: 'Lin Wei',
      language,
      type: 'Admin',
      password_hash: '-',
      avatar: null,
      disabled_at: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const layer = new WorldLayer(db, corporationId, accountId, startMs);
  for (const project of world) await layer.layProject(project);
  return { corporationId, devices: layer.devices };
}

class WorldLayer {
  readonly devices: DemoDevice[] = [];
  readonly #db: Db;
  readonly #corporationId: number;
  readonly #accountId: number;
  readonly #startMs: number;

  constructor(db: Db, corporationId: number, accountId: number, startMs: number) {
    this.#db = db;
    this.#corporationId = corporationId;
    this.#accountId = accountId;
    this.#startMs = startMs;
  }

  async layProject(project: DemoProject): Promise<void> {
    const { id: projectId } = await this.#db
      .insertInto('project')
      .values({
        corporation_id: this.#corporationId,
        name: project.name,
        address: project.address,
        longitude: project.longitude,
        latitude: project.latitude,
        picture: null,
        creator_id: this.#accountId,
        archived_at: null,
        created_at: new Date(this.#startMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const structure of project.structures) {
      const id = await this.#insertStructure(project, projectId, structure, null, structure.name);
      for (const [index, group] of structure.groups.entries())
        await this.#layGroup({ id, projectId, structure, project }, group, index);
    }
  }

  async #insertStructure(
    project: DemoProject,
    projectId: number,
    { type, offset: [east, north] }: DemoStructure,
    parentId: number | null,
    name: string,
  ): Promise<number> {
    const { id } = await this.#db
      .insertInto('structure')
      .values({
        project_id: projectId,
        parent_id: parentId,
        name,
        type,
        // Both tubes of the line have segments of the same rings.
        type_options: type === 'tunnel' && parentId === null ? JSON.stringify({ diameter: 6.2 }) : null,
        picture: null,
        ...spotOf(project, east, north),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** An item with its logger and its points. */
  async #layGroup(place: PlacedStructure, group: DemoGroup, index: number): Promise<void> {
    const { project, projectId, structure } = place;
    const [east, north] = structure.offset;
    const structureId =
      group.item === null ? place.id : await this.#insertStructure(project, projectId, structure, place.id, group.item);
    const wired = group.points.map((point, i): WiredPoint => {
      // Points lie along their structure, a few metres apart.
      const offset = (index * 3 + i) * 14 - group.points.length * 7;
      return {
        point,
        signal: signalOfPoint(project.name, group.device, point, this.#startMs),
        structureId,
        channel: String(i + 1),
        at: spotOf(project, east + (point.offset?.[0] ?? offset), north + (point.offset?.[1] ?? offset * 0.35)),
      };
    });
    const secret = `pld_${randomBytes(32).toString('base64url')}`;
    const at = spotOf(project, east + index * 20, north + index * 7);
    const deviceId = await this.#insertDevice(place, group, wired, secret, at);
    const channels: DemoDevice['channels'][number][] = [];
    for (const each of wired) {
      const pointId = await this.#insertPoint(projectId, deviceId, each);
      await this.#bind(pointId, deviceId, group.device, each.channel);
      const reach = await this.#limit(pointId, project.name, group.device, each.point);
      channels.push({ number: each.channel, pointId, point: each.point, site: project.name, reach });
    }
    await layMasters(this.#db, group.masters ?? [], channels, {
      projectId,
      structureId,
      at: elementAt(wired, 0).at,
      createdAt: new Date(this.#startMs),
    });
    const { device: sncode, fault, everySeconds } = group;
    this.devices.push({ sncode, secret, channels, ...(fault && { fault }), ...(everySeconds && { everySeconds }) });
  }

  async #insertDevice(
    { structure }: PlacedStructure,
    group: DemoGroup,
    wired: readonly WiredPoint[],
    secret: string,
    at: Spot,
  ): Promise<number> {
    const channels = wired.map(({ channel, signal, point }) => ({
      number: channel,
      mode: signal.plan.mode,
      label: point.name,
    }));
    const { id } = await this.#db
      .insertInto('device')
      .values({
        corporation_id: this.#corporationId,
        name: deviceName(structure.name, group.item),
        model: group.model,
        sncode: group.device,
        manufacturer: 'Virtual',
        measurement: elementAt(group.points, 0).family,
        secret_hash: hashOf(secret),
        channels: JSON.stringify(channels),
        mounted: true,
        ...at,
        created_at: new Date(this.#startMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async #insertPoint(
    projectId: number,
    deviceId: number,
    { point, signal, structureId, channel, at }: WiredPoint,
  ): Promise<number> {
    const { plan } = signal;
    const fields = fieldsOf(point.family, plan.nodeCount);
    const keys = fields.map(({ key }) => key);
    const first = keys.map((_, i) => firstKnown(signal, this.#startMs, i));
    const zeroed = new Set(zeroedFields(keys, first, []));
    const initialValues = Object.fromEntries(
      keys.flatMap((key, i) => (zeroed.has(key) ? [[key, elementAt(first, i)]] : [])),
    );
    const { id } = await this.#db
      .insertInto('point')
      .values({
        project_id: projectId,
        structure_id: structureId,
        name: point.name,
        family: point.family,
        mode: plan.mode,
        node_count: plan.nodeCount,
        main_index: signal.index,
        parameters: JSON.stringify(plan.parameters),
        initial_values: JSON.stringify(initialValues),
        interval_seconds: collectSeconds,
        ...at,
        device_id: deviceId,
        channel,
        archived_at: null,
        created_at: new Date(this.#startMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async #bind(pointId: number, deviceId: number, sncode: string, channel: string): Promise<void> {
    await this.#db
      .insertInto('device_group')
      .values({ point_id: pointId, device_id: deviceId, sncode, channel, from_at: new Date(this.#startMs) })
      .execute();
  }

  /** Sets the limits of a point that has some. Gives how far it reaches beyond its ordinary year. */
  async #limit(pointId: number, site: string, device: string, point: DemoPoint): Promise<number> {
    const limits = thresholdsOf(site, device, point, this.#startMs);
    if (!limits) return 0;
    const { levels, field, kind, method, consecutive } = limits.threshold;
    await this.#db
      .insertInto('threshold')
      .values({ point_id: pointId, field, kind, method, levels, consecutive, rate_levels: null })
      .execute();
    return limits.reach;
  }
}
