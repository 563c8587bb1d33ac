import { structures } from '@plumbline/contract/site/structures';
import { useRead } from '../../../kernel/reads.ts';

/** Returns the structures and items of a project as choices, items behind the name of their structure. */
export function useStructureChoices(projectId: number): {
  readonly options: { readonly value: number; readonly label: string }[];
  readonly loading: boolean;
} {
  const { data, isPending } = useRead(structures.list, { projectId });
  const names = new Map(data?.structures.map(({ id, name }) => [id, name]));
  const options = (data?.structures ?? []).map(({ id, name, parentId }) => {
    const parent = parentId === null ? undefined : names.get(parentId);
    return { value: id, label: parent === undefined ? name : `${parent} / ${name}` };
  });
  return { options, loading: isPending };
}
