import { useTranslation } from 'react-i18next';
import { generatePath } from 'react-router';
import type { Page } from '../page.ts';
import { useCanOpen } from '../page-access.ts';
import { allPages, isOfProject, type PageName } from '../pages.ts';
import { useEnteredProject } from './entered-project.ts';
import { useProjects } from './projects.queries.ts';

export interface MenuEntry {
  readonly name: PageName;
  readonly menu: NonNullable<Page['menu']>;
  readonly isOfProject: boolean;
  readonly word: string;
  readonly address: string;
}

/** The entered project; undefined for one that is not among the reader's: its pages would all lead nowhere. */
function useProjectName(projectId: string | undefined): string | undefined {
  const { data } = useProjects();
  const isUnknown = data !== undefined && !data.projects.some(({ id }) => String(id) === projectId);
  return isUnknown ? undefined : projectId;
}

/** The pages of the menu that exist here for this reader, in order: sidebar, phone menu and Ctrl+K show the same. */
export function useMenuEntries(): readonly MenuEntry[] {
  const { t } = useTranslation();
  const canOpen = useCanOpen();
  const projectId = useProjectName(useEnteredProject());
  return allPages.flatMap((page): MenuEntry[] => {
    const { menu, name, path } = page;
    if (!menu || !canOpen(page)) return [];
    const entry = { name, menu, word: t(menu.word ?? page.title) };
    if (!isOfProject(page)) return [{ ...entry, isOfProject: false, address: path }];
    if (projectId === undefined) return [];
    return [{ ...entry, isOfProject: true, address: generatePath(path as string, { projectId }) }];
  });
}
