/**
 * The topology of a project: by which DTU, collector, measuring device and channel the readings of each point arrive.
 * Invariant: every point is there once; one that nothing feeds, and a device that nothing is known above, stand at the top.
 */
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { TopoNode, topology } from '@plumbline/contract/points/topology';
import type { Context } from '../../../kernel/context.ts';
import { byName } from '../../../kernel/sort-by-name.ts';
import { statusOf } from '../../site/projects/projects.api.ts';
import * as table from './topology.table.ts';

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

export async function get({ db, now }: Context, input: OutputOf<typeof topology.get.input>) {
  const points = byName(await table.points(db, input.projectId, now()));
  const fed = points.flatMap(({ device_id, collector_id, dtu_id }) =>
    device_id === null ? [] : [device_id, collector_id, dtu_id].filter((id) => id !== null),
  );
  const devices = byName(await table.devices(db, [...new Set(fed)], now()));
  const channels = channelNodes(devices);
  const nodes = [
    ...deviceNodes(devices, points, input.showAllDeviceField === 'true'),
    ...channels.values(),
    ...points.map((point) => pointNode(point, channels, now())),
  ];
  return { nodes };
}

function deviceNodes(
  devices: readonly table.TopoDevice[],
  points: readonly table.TopoPoint[],
  withFields: boolean,
): TopoNode[] {
  const ids = new Set(devices.map(({ id }) => id));
  // The way that a binding names has precedence over the device's own.
  const wayOf = new Map(points.map((point) => [point.device_id, point]));
  const dtuOf = new Map(
    points.flatMap(({ collector_id, dtu_id }) =>
      collector_id !== null && dtu_id !== null ? [[collector_id, dtu_id] as const] : [],
    ),
  );
  const upOf = (device: table.TopoDevice): string | null => {
    const way = wayOf.get(device.id);
    const collector = device.type === 'collector' ? null : (way?.collector_id ?? device.collector_id);
    const up = collector ?? way?.dtu_id ?? dtuOf.get(device.id) ?? device.dtu_id;
    return up !== null && up !== device.id && ids.has(up) ? `d${up}` : null;
  };
  return devices.map((device) => ({
    id: `d${device.id}`,
    parentId: device.type === 'DTU' ? null : upOf(device),
    kind: kindOf(device.type),
    ref: device.id,
    name: device.name,
    sncode: device.sncode,
    model: device.model,
    connection: device.connection,
    health: device.health,
    ...(withFields && { device: fieldsOf(device) }),
  }));
}

/** By their ids; a channel that a device names twice is there once. */
function channelNodes(devices: readonly table.TopoDevice[]): ReadonlyMap<string, TopoNode> {
  const nodes = new Map<string, TopoNode>();
  for (const device of devices)
    for (const { number } of device.channels) {
      const id = `c${device.id}:${number}`;
      if (!nodes.has(id)) nodes.set(id, { id, parentId: `d${device.id}`, kind: 'channel', ref: null, name: number });
    }
  return nodes;
}

function pointNode(point: table.TopoPoint, channels: ReadonlyMap<string, TopoNode>, now: Date): TopoNode {
  const channel = `c${point.device_id}:${point.channel}`;
  return {
    id: `p${point.id}`,
    parentId: point.device_id === null ? null : channels.has(channel) ? channel : `d${point.device_id}`,
    kind: 'point',
    ref: point.id,
    name: point.name,
    structureId: point.structure_id,
    family: point.family,
    status: statusOf(point, now),
  };
}
