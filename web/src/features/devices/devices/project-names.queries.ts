import { projects } from '@plumbline/contract/site/projects';
import { useMemo } from 'react';
import { useRead } from '../../../kernel/reads.ts';

const noNames: ReadonlyMap<number, string> = new Map();

/** Names of the projects that the reader may see. */
export function useProjectNames(enabled = true): ReadonlyMap<number, string> {
  const query = useRead(projects.list, {}, { enabled });
  const list = query.data?.projects;
  return useMemo(() => (list ? new Map(list.map(({ id, name }) => [id, name])) : noNames), [list]);
}
