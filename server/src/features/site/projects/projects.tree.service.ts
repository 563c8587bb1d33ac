/**
 * The tree of a project: structures, their items, and the points of both, each with its status.
 * Invariant: a structure stands as all of its points and its items' points do, whether those are in the answer or not.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { mergeWholes, type WholeStatus } from '@plumbline/contract/kernel/status';
import { fieldAt } from '@plumbline/contract/points/families';
import { opensWhole, type projects, type TreeNode } from '@plumbline/contract/site/projects';
import { permissionsAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { byName } from '../../../kernel/sort-by-name.ts';
import { places, statusOf, wholeOfRow } from './projects.api.ts';
import * as table from './projects.tree.table.ts';

export async function tree({ db, now, caller }: Context, { projectId, first }: OutputOf<typeof projects.tree.input>) {
  const at = now();
  const readsData = permissionsAt(caller, getOrThrow(await places(db, [projectId]), projectId)).includes(
    'Retrieve:Data',
  );
  const [branches, counts, all] = await Promise.all([
    table.branches(db, projectId),
    table.groupSummaries(db, projectId, at),
    first === undefined ? table.leaves(db, projectId, at) : null,
  ]);
  const statusOfGroup = new Map(counts.map((row) => [row.structure_id, wholeOfRow(row)]));
  const groups = groupsOf(byName(branches), statusOfGroup);
  const total = counts.reduce((sum, { masters }) => sum + masters, mergeWholes([...statusOfGroup.values()]).points);
  const openGroups = opensWhole(groups.length + total) ? null : firstGroups(groups, statusOfGroup, first ?? total);
  const leaves = all ?? (await table.leaves(db, projectId, at, openGroups));
  const idOf = new Map(groups.map(({ ref, id }) => [ref, id]));
  const points = byName(leaves).map((leaf): TreeNode => {
    const field = fieldAt(leaf.family, leaf.main_index);
    return {
      id: `p${leaf.id}`,
      parentId: idOf.get(leaf.structure_id) ?? null,
      kind: 'point',
      ref: leaf.id,
      name: leaf.name,
      status: statusOf(leaf, at),
      ...(leaf.joins && { joins: leaf.joins }),
      family: leaf.family,
      ...(field && { field: field.key, unit: field.unit }),
      value: readsData ? leaf.value : null,
    };
  });
  return { nodes: [...groups, ...points], total };
}

type Group = TreeNode & { status: WholeStatus };

/** Structures, then items, each as its own points and those below it stand. */
function groupsOf(branches: readonly table.Branch[], statusOfGroup: ReadonlyMap<number, WholeStatus>): Group[] {
  const structures = new Map<number, Group>();
  const items: (Group & { readonly parentId: string })[] = [];
  for (const { id, parent_id, name } of branches) {
    const status = statusOfGroup.get(id) ?? wholeOfRow(undefined);
    if (parent_id === null)
      structures.set(id, { id: `s${id}`, parentId: null, kind: 'structure', ref: id, name, status });
    else items.push({ id: `i${id}`, parentId: `s${parent_id}`, kind: 'item', ref: id, name, status });
  }
  for (const { parentId, status } of items) {
    const structure = structures.get(Number(parentId.slice(1)));
    if (structure) structure.status = mergeWholes([structure.status, status]);
  }
  return [...structures.values(), ...items];
}

/** The groups that a large tree begins open, from above, until they hold `count` points of their own. */
function firstGroups(
  groups: readonly Group[],
  statusOfGroup: ReadonlyMap<number, WholeStatus>,
  count: number,
): number[] {
  const below = Map.groupBy(groups, ({ parentId }) => parentId);
  const groupIds: number[] = [];
  let points = 0;
  for (const structure of below.get(null) ?? [])
    if ((structure.status.level ?? 0) > 0)
      for (const group of [...(below.get(structure.id) ?? []), structure])
        if ((group.status.level ?? 0) > 0 && points < count) {
          groupIds.push(group.ref);
          points += statusOfGroup.get(group.ref)?.points ?? 0;
        }
  return groupIds;
}
