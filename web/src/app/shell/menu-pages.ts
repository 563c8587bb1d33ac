import { permissionOf } from '@plumbline/contract/permissions';
import { useTranslation } from 'react-i18next';
import { generatePath, useParams } from 'react-router';
import { useAllowed } from '../../kernel/allowed.tsx';
import { holdsThroughout, useSession } from '../../kernel/session.ts';
import { type FeaturePage, menuPages, pathOf } from '../feature-pages.ts';
import { useProjects } from './projects.queries.ts';

export interface MenuEntry {
  readonly name: FeaturePage['name'];
  readonly menu: NonNullable<FeaturePage['menu']>;
  readonly word: string;
  readonly address: string;
}

/** The project of the address; undefined for one that is not among the reader's: its pages would all lead nowhere. */
function useKnownProject(projectId: string | undefined): string | undefined {
  const { data } = useProjects();
  const isUnknown = data !== undefined && !data.projects.some(({ id }) => String(id) === projectId);
  return isUnknown ? undefined : projectId;
}

/** The pages of the menu that exist here for this reader, in order: sidebar, phone menu and Ctrl+K show the same. */
export function useMenuEntries(): readonly MenuEntry[] {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const session = useSession();
  const projectId = useKnownProject(useParams().projectId);
  return menuPages.flatMap((page): MenuEntry[] => {
    const { menu, name, needs } = page;
    if (!menu || (menu.mode === 'project' && projectId === undefined)) return [];
    if (needs && !allowed(permissionOf(needs))) return [];
    if (needs && menu.throughout && !holdsThroughout(session, permissionOf(needs))) return [];
    const path = pathOf(page);
    const address = path.includes(':projectId') ? generatePath(path, { projectId: projectId ?? '' }) : path;
    return [{ name, menu, word: t(menu.wordKey), address }];
  });
}
