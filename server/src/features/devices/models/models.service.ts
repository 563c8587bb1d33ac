/**
 * The catalogue of predefined device models: what devices of one make share. Data that comes with Plumbline and that a
 * System account changes. Invariant: a model that a device is of is not removed, and no other account changes one.
 */
import { configKeys } from '@plumbline/contract/devices/devices.config';
import {
  channelConfigTypes,
  channelProtocols,
  collectorTypes,
  connectionStates,
  deviceCategories,
  deviceTypes,
  healthStatuses,
  modelFeatures,
  warningKinds,
} from '@plumbline/contract/devices/devices.words';
import type { Model, ModelOption, models } from '@plumbline/contract/devices/models';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { familyCodes, sensorModes } from '@plumbline/contract/points/families';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import * as table from './models.table.ts';

type Input<K extends keyof typeof models> = OutputOf<(typeof models)[K]['input']>;

export const list = async ({ db }: Context, filter: Input<'list'>) => ({ models: await table.list(db, filter) });

export async function series({ db }: Context, filter: Input<'series'>) {
  const bySeries = new Map<string, ModelOption[]>();
  for (const model of await table.list(db, filter)) {
    const group = bySeries.get(model.series) ?? [];
    group.push(optionOf(model));
    bySeries.set(model.series, group);
  }
  return { series: [...bySeries].map(([name, models]) => ({ series: name, models })) };
}

const optionOf = ({ code, label, labels, type, category, measurements, sensorModes }: Model): ModelOption => ({
  code,
  label,
  labels,
  type,
  category,
  measurements,
  sensorModes,
});

/** Sensors that a model takes: those that are collected by its series and can be read in one of its modes. */
export async function options({ db }: Context, { model: code }: Input<'options'>) {
  const all = await table.list(db, {});
  const model = all.find((each) => each.code.toLowerCase() === code.toLowerCase());
  const modes = model && model.sensorModes.length > 0 ? model.sensorModes : Object.keys(sensorModes).map(Number);
  const ways = new Set<string>(model ? [model.series, ...(model.hem ? ['HEM'] : [])] : collectorTypes);
  const sensors = all.filter(
    (each) =>
      each.type === 'measuring' &&
      each.id !== model?.id &&
      each.collectorTypeOptions.some((way) => way !== 'direct' && ways.has(way)) &&
      (each.sensorModes.length === 0 || each.sensorModes.some((mode) => modes.includes(mode))),
  );
  return {
    known: model !== undefined,
    collectorTypes: model?.collectorTypeOptions ?? [...collectorTypes],
    protocols: model && model.protocols.length > 0 ? model.protocols : [...channelProtocols],
    configTypes: channelConfigTypes.filter(
      (each) =>
        !model ||
        each === 'direct' ||
        (each === 'module' && model.hem !== null) ||
        (each === 'serial' && model.features.includes('serial')),
    ),
    sensorModes: modes,
    sensors: sensors.map(optionOf),
    configFields: model?.configFields ?? [...configKeys],
    features: model?.features ?? [...modelFeatures],
    maxChannels: model?.maxChannels ?? 512,
    hem: model ? model.hem : { maxModules: 99, channels: 64 },
    nodes: model?.nodes ?? null,
  };
}

export const constants = async () => ({
  deviceTypes: [...deviceTypes],
  categories: [...deviceCategories],
  collectorTypes: [...collectorTypes],
  channelProtocols: [...channelProtocols],
  channelConfigTypes: [...channelConfigTypes],
  sensorModes: Object.entries(sensorModes).map(([mode, name]) => ({ mode: Number(mode), name })),
  healthStatuses: [...healthStatuses],
  connections: [...connectionStates],
  warningKinds: [...warningKinds],
  measurements: [...familyCodes],
});

export async function get({ db }: Context, { modelId }: Input<'get'>) {
  const model = requireRow(await table.byId(db, modelId), { modelId });
  return { model };
}

/** The permission of the route is one that only System accounts hold; this says it once more. */
function onlySystem({ caller }: Context) {
  if (caller.type !== 'System') throw new Failure('notAllowed', { needs: 'System' });
}

/** Throws nameTaken where the code is in the catalogue already, whatever its case. */
export async function create(context: Context, { code, ...patch }: Input<'create'>) {
  onlySystem(context);
  const model = await onNameTaken(table.insert(context.db, code, patch, context.now()), { code });
  // Devices may have been of it before it was in the catalogue.
  await context.changed({ kind: 'model', id: model.id });
  return { model };
}

export async function update(context: Context, { modelId, ...changes }: Input<'update'>) {
  onlySystem(context);
  const before = requireRow(await table.lock(context.db, modelId), { modelId });
  const patch = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const model = await table.update(context.db, modelId, { ...before, ...patch }, context.now());
  // Its format may be in use.
  await context.changed({ kind: 'model', id: modelId });
  return { model };
}

/** Throws notEmpty with the number of devices that are of it. */
export async function remove(context: Context, { modelId }: Input<'remove'>) {
  onlySystem(context);
  const model = requireRow(await table.lock(context.db, modelId), { modelId });
  const devices = await table.devicesOf(context.db, model.code);
  if (devices > 0) throw new Failure('notEmpty', { devices });
  await table.remove(context.db, modelId);
  return {};
}
