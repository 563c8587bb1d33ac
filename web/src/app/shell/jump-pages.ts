import { permissionOf } from '@plumbline/contract/permissions';
import { useTranslation } from 'react-i18next';
import { generatePath, useParams } from 'react-router';
import { useAllowed } from '../../kernel/allowed.tsx';
import { holdsThroughout, useSession } from '../../kernel/session.ts';
import { featurePages, pathOf } from '../feature-pages.ts';
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
  const allowed = useAllowed();
  const session = useSession();
  const { projectId } = useParams();
  const { data } = useProjects();
  const projects = (data?.projects ?? []).filter(({ id }) => projectId === undefined || String(id) === projectId);
  const wanted = keyword.toLowerCase();
  if (wanted === '') return { pages: [], more: false };
  const found = featurePages.flatMap((page): JumpPage[] => {
    const wordKey = page.menu?.wordKey ?? page.wordKey;
    if (wordKey === undefined) return [];
    const name = t(wordKey);
    if (!name.toLowerCase().includes(wanted)) return [];
    const needs = page.needs && permissionOf(page.needs);
    if (needs && !(page.menu?.throughout ? holdsThroughout(session, needs) : allowed(needs))) return [];
    const path = pathOf(page);
    if (!path.includes(':projectId')) return [{ kind: 'page', id: page.name, name, where: '', address: path }];
    return projects.map((project) => ({
      kind: 'page',
      id: `${page.name} ${project.id}`,
      name,
      where: project.name,
      address: generatePath(path, { projectId: String(project.id) }),
    }));
  });
  return { pages: found.slice(0, maxPages), more: found.length > maxPages };
}
