/** The device warehouse: the devices of a corporation as lists, counts and a map, and those of a project in the same form. */
import { deviceTypes, healthStatuses } from '@plumbline/contract/devices/devices';
import type { warehouse } from '@plumbline/contract/devices/warehouse';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import * as lists from './warehouse.list.table.ts';
import * as table from './warehouse.table.ts';

type Input<K extends keyof typeof warehouse> = OutputOf<(typeof warehouse)[K]['input']>;

export async function list({ db, caller, now }: Context, { corporationId, page, pageSize, ...filter }: Input<'list'>) {
  return await lists.ofCorporation(db, caller, now(), corporationId, filter, { page, pageSize });
}

export async function ofProject(
  { db, caller, now }: Context,
  { projectId, page, pageSize, ...filter }: Input<'ofProject'>,
) {
  return await lists.ofProject(db, caller, now(), projectId, filter, { page, pageSize });
}

const sum = (groups: readonly table.Group[], of: (group: table.Group) => boolean) =>
  groups.reduce((total, group) => (of(group) ? total + group.count : total), 0);

function tally<K>(groups: readonly table.Group[], keyOf: (group: table.Group) => K): [K, number][] {
  const counted = new Map<K, number>();
  for (const group of groups) counted.set(keyOf(group), (counted.get(keyOf(group)) ?? 0) + group.count);
  return [...counted].sort((a, b) => b[1] - a[1] || String(a[0]).localeCompare(String(b[0])));
}

export async function summary({ db, now }: Context, { corporationId }: Input<'summary'>) {
  const all = await table.groups(db, now(), corporationId);
  const shownOnes = all.filter((group) => !group.hidden);
  const by = <K extends string>(keys: readonly K[], of: (group: table.Group) => K) =>
    Object.fromEntries(keys.map((key) => [key, sum(shownOnes, (group) => of(group) === key)])) as Record<K, number>;
  return {
    total: sum(shownOnes, () => true),
    connected: sum(shownOnes, ({ connection }) => connection === 'connected'),
    connectionUnknown: sum(shownOnes, ({ connection }) => connection === 'unknown'),
    mounted: sum(shownOnes, (group) => group.mounted),
    hidden: sum(all, (group) => group.hidden),
    warned: sum(shownOnes, (group) => group.warned),
    unbound: sum(shownOnes, (group) => group.unbound),
    health: by(healthStatuses, (group) => group.health),
    types: by(deviceTypes, (group) => group.type),
    series: tally(shownOnes, (group) => group.series).map(([series, count]) => ({ series, count })),
    models: tally(shownOnes, (group) => group.model).map(([model, count]) => ({ model, count })),
  };
}

export async function positions({ db, caller, now }: Context, { corporationId }: Input<'positions'>) {
  return await table.positions(db, caller, now(), corporationId);
}

export async function positionsOfProject({ db, caller, now }: Context, { projectId }: Input<'positionsOfProject'>) {
  return await table.positionsOfProject(db, caller, now(), projectId);
}

export async function baseStationOptions({ db }: Context, { corporationId }: Input<'baseStationOptions'>) {
  const rows = await table.baseStations(db, corporationId);
  return {
    options: rows.map(({ config, ...device }) => ({
      ...device,
      host: config.baseStationHost ?? null,
      port: config.baseStationPort ?? null,
      approxX: config.approxX ?? null,
      approxY: config.approxY ?? null,
      approxZ: config.approxZ ?? null,
    })),
  };
}
