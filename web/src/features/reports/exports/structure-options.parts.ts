import type { FieldOption } from '@plumbline/contract/kernel/forms';
import { structures } from '@plumbline/contract/site/structures';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';

/** The structures and items of the project as options, an item with its structure before it; and what lies in one of them. */
export function useStructureOptions(): {
  readonly options: readonly FieldOption[];
  /** The ids of a structure and its items. */
  readonly within: (structureId: number) => ReadonlySet<number>;
} {
  const { project } = useProject();
  const all = useRead(structures.list, { projectId: project.id }).data?.structures ?? [];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return {
    options: all.map(({ id, parentId, name }) => ({
      value: id,
      label: parentId === null ? name : `${names.get(parentId) ?? '…'} / ${name}`,
    })),
    within: (structureId) =>
      new Set(all.flatMap(({ id, parentId }) => (id === structureId || parentId === structureId ? [id] : []))),
  };
}
