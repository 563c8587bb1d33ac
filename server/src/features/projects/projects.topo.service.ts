/**
 * The topology of a project: by which DTU, collector, measuring device and channel the readings of each point arrive.
 * Invariant: every point is there once; one that nothing feeds, and a device that nothing is known above, stand at the top.
 */
import type { projects } from '@plumbline/contract/projects';
import type { TopoNode } from '@plumbline/contract/projects.topo';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { byName } from './logic/sort-by-name.ts';
import { statusOf } from './projects.api.ts';
import * as table from './projects.topo.table.ts';

const kindOf = (type: string): TopoNode['kind'] => (type === 'DTU' || type === 'collector' ? type : 'measuring');

const fieldsOf = (device: table.TopoDevice): NonNullable<TopoNode['device']> => ({
  iccid: device.iccid,
  register: device.register,
  manufacturer: device.manufacturer,
  category: device.category,
  collectorType: device.collector_type,
  measurement: device.measurement,
  hidden: device.hidden,
  mounted: device.mounted,
  config: device.config,
  seenAt: device.seen_at?.toISOString() ?? null,
});

export const topo =
  (health: table.DeviceHealth) =>
  async ({ db, now }: Context, input: OutputOf<typeof projects.topo.input>) => {
    const points = byName(await table.points(db, input.projectId));
    const fed = points.flatMap(({ device_id, collector_id, dtu_id }) =>
      device_id === null ? [] : [device_id, collector_id, dtu_id].filter((id) => id !== null),
    );
    const devices = byName(await table.devices(db, [...new Set(fed)], health(now())));
    const byId = new Map(devices.map((device) => [device.id, device]));
    // What a binding says of the way stands before what the device says of itself.
    const pointOf = new Map(
      points.filter((point) => point.device_id !== null).map((point) => [point.device_id!, point]),
    );
    const upOf = (device: table.TopoDevice): string | null => {
      const way = pointOf.get(device.id);
      const collector = device.type === 'collector' ? null : (way?.collector_id ?? device.collector_id);
      const up = collector ?? way?.dtu_id ?? device.dtu_id;
      return up !== null && up !== device.id && byId.has(up) ? `d${up}` : null;
    };
    const nodes: TopoNode[] = devices.map((device) => ({
      id: `d${device.id}`,
      parentId: device.type === 'DTU' ? null : upOf(device),
      kind: kindOf(device.type),
      ref: device.id,
      name: device.name,
      sncode: device.sncode,
      model: device.model,
      connected: device.connected,
      health: device.health,
      ...(input.showAllDeviceField === 'true' && { device: fieldsOf(device) }),
    }));
    const channels = new Set<string>();
    for (const device of devices)
      for (const { number } of device.channels) {
        const id = `c${device.id}:${number}`;
        if (channels.has(id)) continue;
        channels.add(id);
        nodes.push({ id, parentId: `d${device.id}`, kind: 'channel', ref: null, name: number });
      }
    for (const point of points) {
      const channel = `c${point.device_id}:${point.channel}`;
      nodes.push({
        id: `p${point.id}`,
        parentId: point.device_id === null ? null : channels.has(channel) ? channel : `d${point.device_id}`,
        kind: 'point',
        ref: point.id,
        name: point.name,
        structureId: point.structure_id,
        family: point.family,
        status: statusOf(point, now()),
      });
    }
    return { nodes };
  };
