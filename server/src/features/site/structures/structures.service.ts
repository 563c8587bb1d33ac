/**
 * Structures (a dam, a pier) and their items (a section of it): what points are fixed to.
 * Invariant: items have no items, names are used once side by side, and only what is empty is removed.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Structure, structures } from '@plumbline/contract/site/structures';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { checkedOptions, optionsLeft } from './logic/type-options.ts';
import * as table from './structures.table.ts';

type Input<K extends keyof typeof structures> = OutputOf<(typeof structures)[K]['input']>;

export async function requireStructure({ db, now }: Context, structureId: number): Promise<Structure> {
  const structure = requireRow(await table.one(db, structureId, now()), { structureId });
  return structure;
}

const refusingDuplicate = <T>(write: Promise<T>, name: string | undefined) =>
  onUniqueViolation(write, 'structure_name', new Failure('nameTaken', { name }));

export async function list({ db, now }: Context, { projectId }: Input<'list'>) {
  return { structures: await table.ofProject(db, projectId, now()) };
}

/** Throws badInput where the type needs a measure that was not given. */
export async function create(context: Context, { projectId, ...fields }: Input<'create'>) {
  const input = { ...fields, options: checkedOptions(fields.type, fields.options) };
  const id = await refusingDuplicate(table.insert(context.db, projectId, null, input), input.name);
  return { structure: await requireStructure(context, id) };
}

export async function get(context: Context, { structureId }: Input<'get'>) {
  return { structure: await requireStructure(context, structureId) };
}

/** The measures go with the type: what it becomes needs them, and what it has of others goes. Of an item none are asked. */
export async function update(context: Context, { structureId, options, ...changes }: Input<'update'>) {
  const before = await requireStructure(context, structureId);
  const type = changes.type ?? before.type;
  const isOther = type !== before.type || options !== undefined;
  const patch =
    isOther && !before.isItem
      ? { ...changes, options: checkedOptions(type, options ?? optionsLeft(type, before.options)) }
      : changes;
  await refusingDuplicate(table.update(context.db, structureId, patch), patch.name);
  return { structure: await requireStructure(context, structureId) };
}

/** Throws notEmpty with what it still holds. */
export async function remove(context: Context, { structureId }: Input<'remove'>) {
  const { files } = context.services;
  const { db } = context;
  const structure = await table.lock(db, structureId);
  const contents = await table.contents(db, structureId);
  if (contents.items + contents.points + contents.drawings > 0) throw new Failure('notEmpty', contents);
  await table.remove(db, structureId);
  if (structure?.picture) await files.remove(context, structure.picture);
  return {};
}

/** An item is of its structure's type. Throws badInput where the structure is an item itself. */
export async function createItem(context: Context, { structureId, ...fields }: Input<'createItem'>) {
  const structure = requireRow(await table.lock(context.db, structureId), { structureId });
  if (structure.parent_id !== null)
    throw new Failure('badInput', [{ path: 'structureId', message: 'itemOfItem', code: 'custom' }]);
  const patch = { ...fields, type: structure.type as Structure['type'] };
  const id = await refusingDuplicate(table.insert(context.db, structure.project_id, structureId, patch), fields.name);
  return { item: await requireStructure(context, id) };
}

/** Throws badInput unless exactly those are named that lie side by side: an order of some would say nothing of the others. */
export async function order(context: Context, { projectId, parentId, order: ids }: Input<'order'>) {
  const beside = await table.beside(context.db, projectId, parentId);
  const foreign = ids.find((id) => !beside.includes(id));
  if (foreign !== undefined) throw new Failure('notFound', { structureId: foreign });
  if (ids.length !== beside.length)
    throw new Failure('badInput', [{ path: 'order', message: 'orderIncomplete', code: 'custom' }]);
  await table.putInOrder(context.db, ids);
  return await list(context, { projectId });
}
