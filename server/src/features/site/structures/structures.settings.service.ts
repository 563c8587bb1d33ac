/**
 * The settings of a structure. Each is changed field by field; what is then there is judged as a whole.
 * Invariant: what is kept passes the contract's schema.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { GnssConfig } from '@plumbline/contract/points/points.settings';
import type { structures } from '@plumbline/contract/site/structures';
import {
  BimConfig,
  CesiumConfig,
  CoordinateConfig,
  defaultCoordinateConfig,
  type StructureSettings,
  settingStarts,
} from '@plumbline/contract/site/structures.settings';
import type { z } from 'zod';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { checkedOptions } from './logic/type-options.ts';
import * as members from './structures.members.table.ts';
import * as table from './structures.table.ts';

type Input<K extends keyof typeof structures> = OutputOf<(typeof structures)[K]['input']>;

async function stored(context: Context, structureId: number): Promise<StructureSettings> {
  const row = requireRow(await table.settings(context.db, structureId), { structureId });
  const { type_options, coordinate_config, ...columns } = row;
  return { typeOptions: type_options ?? {}, coordinate: coordinate_config ?? defaultCoordinateConfig, ...columns };
}

export async function settings(context: Context, { structureId }: Input<'settings'>) {
  return { settings: await stored(context, structureId) };
}

export async function setTypeOptions(context: Context, { structureId, type, options }: Input<'setTypeOptions'>) {
  await table.set(context.db, structureId, { type, type_options: JSON.stringify(checkedOptions(type, options)) });
  return await settings(context, { structureId });
}

const columns = {
  coordinate: 'coordinate_config',
  gnss: 'gnss_config',
  bim: 'bim_config',
  cesium: 'cesium_config',
} as const;
type Part = keyof typeof columns;

/** What is given over what is kept, or over what the setting begins with; written when the whole of it passes. */
async function patch(context: Context, part: Part, schema: z.ZodType, structureId: number, changes: object) {
  if (!(await table.lock(context.db, structureId))) throw new Failure('notFound', { structureId });
  const before = (await stored(context, structureId))[part] ?? settingStarts[part];
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const judged = schema.safeParse({ ...before, ...given });
  if (!judged.success)
    throw new Failure(
      'badInput',
      judged.error.issues.map(({ path, message, code }) => ({ path: path.join('.'), message, code })),
    );
  await table.set(context.db, structureId, { [columns[part]]: JSON.stringify(judged.data) });
  return await settings(context, { structureId });
}

export const setCoordinate = (context: Context, { structureId, ...changes }: Input<'setCoordinate'>) =>
  patch(context, 'coordinate', CoordinateConfig, structureId, changes);

/** Throws badInput also where observations would begin later than now (specification 5). */
export async function setGnss(context: Context, { structureId, ...changes }: Input<'setGnss'>) {
  if (changes.rtcmStartAt && Date.parse(changes.rtcmStartAt) > context.now().getTime())
    throw new Failure('badInput', [{ path: 'rtcmStartAt', message: 'inFuture', code: 'custom' }]);
  return await patch(context, 'gnss', GnssConfig, structureId, changes);
}

export const setBim = (context: Context, { structureId, ...changes }: Input<'setBim'>) =>
  patch(context, 'bim', BimConfig, structureId, changes);

export const setCesium = (context: Context, { structureId, ...changes }: Input<'setCesium'>) =>
  patch(context, 'cesium', CesiumConfig, structureId, changes);

const peopleOf = async ({ db }: Context, structureId: number) => ({
  members: await members.ofStructure(db, structureId),
});

/** Throws notFound for one who is no active member of the project. */
async function setMembersOf(context: Context, { structureId, members: input }: Input<'setMembers'>) {
  const structure = requireRow(await table.lock(context.db, structureId), { structureId });
  const active = await members.active(context.db, structure.project_id);
  const foreign = input.find(({ memberId }) => !active.has(memberId));
  if (foreign) throw new Failure('notFound', { userId: foreign.memberId });
  await members.replace(context.db, structureId, input);
  return await peopleOf(context, structureId);
}

export const people = {
  members: (context: Context, { structureId }: Input<'members'>) => peopleOf(context, structureId),
  setMembers: setMembersOf,
};
