import type { projects } from '@plumbline/contract/site/projects';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Reply } from './queries.ts';
import { chosenZone, useShownZone, type ZoneChoice } from './zone.ts';

/** The project that this page lies in. */
export type OpenProject = Reply<typeof projects.get>;
const ProjectContext = createContext<{ readonly shown: OpenProject; readonly stored: OpenProject } | null>(null);

export function ProjectProvider({ value, children }: { value: OpenProject; children: ReactNode }) {
  const timeZone = useShownZone(value.project.timeZone);
  const open = useMemo(
    () => ({ shown: { ...value, project: { ...value.project, timeZone } }, stored: value }),
    [value, timeZone],
  );
  return <ProjectContext value={open}>{children}</ProjectContext>;
}

/** The same project, its times read by other clocks than the reader's usual ones; null = by those. */
export function ReadBy({ choice, children }: { choice: ZoneChoice | null; children: ReactNode }) {
  const { shown, stored } = useOpen();
  const usual = shown.project.timeZone;
  const timeZone = choice === null ? usual : chosenZone(choice, stored.project.timeZone);
  const open = useMemo(
    () => ({ shown: { ...shown, project: { ...shown.project, timeZone } }, stored }),
    [shown, stored, timeZone],
  );
  return <ProjectContext value={open}>{children}</ProjectContext>;
}

function useOpen() {
  const open = useContext(ProjectContext);
  if (!open) throw new Error('no project here');
  return open;
}

/** For pages under a project path alone. Its `timeZone` is the one in which this reader sees times. */
export const useProject = (): OpenProject => useOpen().shown;

/** The project as it is stored: for what changes it, and for what goes by the clocks on its site. */
export const useStoredProject = (): OpenProject => useOpen().stored;
