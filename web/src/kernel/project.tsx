import type { projects } from '@plumbline/contract/projects';
import { createContext, useContext } from 'react';
import type { Reply } from './queries.ts';

/** The project that this page lies in. Times of the page are shown in its zone. */
export type OpenProject = Reply<typeof projects.get>;
const ProjectContext = createContext<OpenProject | null>(null);
export const ProjectProvider = ProjectContext.Provider;

/** For pages under a project path alone. */
export function useProject(): OpenProject {
  const open = useContext(ProjectContext);
  if (!open) throw new Error('no project here');
  return open;
}
