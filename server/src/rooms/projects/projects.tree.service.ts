/**
 * The tree of a project: structures, their items, and the points of both, each with its level.
 * Invariant: a structure's level is the worst of its points and its items' points, whether those are in the answer or not;
 * a stale point counts for none.
 */
import { type FamilyCode, fieldAt } from '@plumbline/contract/families';
import { opensWhole, type projects, type TreeNode } from '@plumbline/contract/projects';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { byName } from './projects.order.ts';
import * as table from './projects.tree.table.ts';

export async function tree({ db, now }: Context, { projectId, first }: OutputOf<typeof projects.tree.input>) {
  const [branches, held, all] = await Promise.all([
    table.branches(db, projectId),
    table.held(db, projectId, now()),
    first === undefined ? table.leaves(db, projectId, now()) : null,
  ]);
  const groups = groupsOf(byName(branches), held);
  const total = held.reduce((sum, { points }) => sum + points, 0);
  const wanted = opensWhole(groups.length + total) ? null : firstGroups(groups, held, first ?? total);
  const leaves = all ?? (await table.leaves(db, projectId, now(), wanted));
  const idOf = new Map(groups.map(({ ref, id }) => [ref, id]));
  const points = byName(leaves).map((leaf): TreeNode => {
    const unit = fieldAt(leaf.family as FamilyCode, leaf.main_index)?.unit;
    return {
      id: `p${leaf.id}`,
      parentId: idOf.get(leaf.structure_id) ?? null,
      kind: 'point',
      ref: leaf.id,
      name: leaf.name,
      level: leaf.level,
      family: leaf.family,
      ...(unit !== undefined && { unit }),
      value: leaf.value,
      at: leaf.at,
      stale: leaf.stale,
    };
  });
  return { nodes: [...groups, ...points], total };
}

/** Structures, then items, each with its own points and level and those below it. */
function groupsOf(branches: readonly table.Branch[], held: readonly table.Held[]): TreeNode[] {
  const own = new Map(held.map((each) => [each.structure_id, each]));
  const structures = new Map<number, TreeNode>();
  const items: TreeNode[] = [];
  for (const { id, parent_id, name } of branches) {
    const { points = 0, level = 0 } = own.get(id) ?? {};
    if (parent_id === null)
      structures.set(id, { id: `s${id}`, parentId: null, kind: 'structure', ref: id, name, level, points });
    else items.push({ id: `i${id}`, parentId: `s${parent_id}`, kind: 'item', ref: id, name, level, points });
  }
  for (const { parentId, level, points } of items) {
    const structure = structures.get(Number(parentId!.slice(1)));
    if (!structure) continue;
    structure.level = Math.max(structure.level, level);
    structure.points! += points!;
  }
  return [...structures.values(), ...items];
}

/** The groups that a large tree begins open, from above, until they hold `count` points of their own. */
function firstGroups(groups: readonly TreeNode[], held: readonly table.Held[], count: number): number[] {
  const own = new Map(held.map((each) => [each.structure_id, each.points]));
  const below = Map.groupBy(groups, ({ parentId }) => parentId);
  const found: number[] = [];
  let points = 0;
  for (const structure of below.get(null) ?? [])
    if (structure.level > 0)
      for (const group of [...(below.get(structure.id) ?? []), structure])
        if (group.level > 0 && points < count) {
          found.push(group.ref);
          points += own.get(group.ref) ?? 0;
        }
  return found;
}
