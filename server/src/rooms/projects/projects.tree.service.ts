/**
 * The tree of a project: structures, their items, and the points of both, each with its level.
 * Invariant: a structure's level is the worst of its points and its items' points; a stale point counts for none.
 */
import { type FamilyCode, fieldAt } from '@plumbline/contract/families';
import type { projects, TreeNode } from '@plumbline/contract/projects';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { byName } from './projects.order.ts';
import * as table from './projects.tree.table.ts';

export async function tree({ db, now }: Context, { projectId }: OutputOf<typeof projects.tree.input>) {
  const [branches, leaves] = await Promise.all([table.branches(db, projectId), table.leaves(db, projectId, now())]);
  const nodes: TreeNode[] = [];
  const byId = new Map<number, TreeNode>();
  const items: TreeNode[] = [];
  for (const { id, parent_id, name } of byName(branches)) {
    const node: TreeNode =
      parent_id === null
        ? { id: `s${id}`, parentId: null, kind: 'structure', ref: id, name, level: 0 }
        : { id: `i${id}`, parentId: `s${parent_id}`, kind: 'item', ref: id, name, level: 0 };
    byId.set(id, node);
    if (parent_id === null) nodes.push(node);
    else items.push(node);
  }
  nodes.push(...items);

  for (const leaf of byName(leaves)) {
    const parent = byId.get(leaf.structure_id);
    const unit = fieldAt(leaf.family as FamilyCode, leaf.main_index)?.unit;
    nodes.push({
      id: `p${leaf.id}`,
      parentId: parent?.id ?? null,
      kind: 'point',
      ref: leaf.id,
      name: leaf.name,
      level: leaf.level,
      family: leaf.family,
      ...(unit !== undefined && { unit }),
      value: leaf.value,
      at: leaf.at,
      stale: leaf.stale,
    });
    if (parent && !leaf.stale && leaf.level > parent.level) parent.level = leaf.level;
  }
  for (const item of items) {
    const structure = byId.get(Number(item.parentId!.slice(1)));
    if (structure && item.level > structure.level) structure.level = item.level;
  }
  return { nodes };
}
