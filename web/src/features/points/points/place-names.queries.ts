import type { FieldOption } from '@plumbline/contract/kernel/forms';
import { type Structure, structures } from '@plumbline/contract/site/structures';
import { useMemo } from 'react';
import { useOptions } from '../../../design/form/use-options.ts';

/** Structures and items of a project by the words people know them by: `Main dam / Section 3`. */
export interface Places {
  /** undefined = still loading. */
  readonly options: FieldOption[] | undefined;
  readonly nameOf: (structureId: number) => string;
  readonly structures: readonly Structure[];
}
const noStructures: readonly Structure[] = [];

export function usePlaces(projectId: number): Places {
  const query = useOptions('structures', structures.list, { projectId });
  const list = query.data?.structures ?? noStructures;
  return useMemo(() => {
    const byId = new Map(list.map((each) => [each.id, each]));
    const nameOf = (structureId: number): string => {
      const place = byId.get(structureId);
      if (!place) return '';
      const parent = place.parentId === null ? undefined : byId.get(place.parentId);
      return parent ? `${parent.name} / ${place.name}` : place.name;
    };
    const options = list
      .map((each) => ({ value: each.id, label: nameOf(each.id) }))
      .sort((a, b) => a.label.localeCompare(b.label));
    return { options: query.data ? options : undefined, nameOf, structures: list };
  }, [list, query.data]);
}
