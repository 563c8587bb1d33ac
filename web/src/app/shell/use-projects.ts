import { projects } from '@plumbline/contract/projects';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../kernel/queries.ts';

/** The projects as header, switcher and sidebar show them. Asked again each minute: points fall silent without an event. */
export const useProjects = () => useQuery({ ...queryFor(projects.list, {}), refetchInterval: 60_000 });
