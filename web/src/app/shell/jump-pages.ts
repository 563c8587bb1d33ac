import { useTranslation } from 'react-i18next';
import { generatePath, useParams } from 'react-router';
import { useSession } from '../../kernel/session.ts';
import { useCanOpen } from '../page-access.ts';
import { allPages, isOfProject } from '../pages.ts';
import { useProjects } from './projects.queries.ts';

/** More pages than this are not offered at once. */
const maxPages = 6;

export interface JumpPage {
  readonly kind: 'page';
  readonly id: string;
  readonly name: string;
  readonly where: string;
  readonly address: string;
}

/**
 * Pages and settings whose name holds the keyword, in the reader's language; and whether there are more. In a project
 * those of the project; elsewhere those of each project.
 */
export function useJumpPages(keyword: string): { readonly pages: readonly JumpPage[]; readonly more: boolean } {
  const { t } = useTranslation();
  const canOpen = useCanOpen();
  const { corporation, isPrivate } = useSession();
  const { projectId } = useParams();
  const { data } = useProjects();
  const projects = (data?.projects ?? []).filter(({ id }) => projectId === undefined || String(id) === projectId);
  const needle = keyword.toLowerCase();
  if (needle === '') return { pages: [], more: false };
  const pages = allPages.flatMap((page): JumpPage[] => {
    if (!page.menu && !page.jump) return [];
    if (page.name === 'Documents' && (isPrivate || corporation?.documentDisabled)) return [];
    if (page.name === 'Releases' && isPrivate) return [];
    const name = t(page.menu?.word ?? page.title);
    if (!name.toLowerCase().includes(needle) || !canOpen(page)) return [];
    if (!isOfProject(page)) return [{ kind: 'page', id: page.name, name, where: '', address: page.path }];
    return projects.map((project) => ({
      kind: 'page',
      id: `${page.name} ${project.id}`,
      name,
      where: project.name,
      address: generatePath(page.path as string, { projectId: String(project.id) }),
    }));
  });
  return { pages: pages.slice(0, maxPages), more: pages.length > maxPages };
}
