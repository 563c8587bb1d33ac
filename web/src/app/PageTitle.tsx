import { projects } from '@plumbline/contract/site/projects';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { brandFile, useBrand } from '../kernel/brand.ts';
import { useRead } from '../kernel/reads.ts';
import { current } from '../kernel/session.ts';
import type { Page } from './page.ts';

/**
 * The title of the browser's tab: how many alerts nobody has settled, then where one is, e.g. "(3) Alerts · Hengtang Dam ·
 * Plumbline". Who works in another tab sees the count move. What the header asks for is read, nothing more is asked.
 */
export function PageTitle({ page }: { page: Pick<Page, 'title'> }) {
  const { t } = useTranslation();
  const { projectId } = useParams();
  const { data } = useRead(projects.list, {}, { enabled: false });
  const { name, icon } = useBrand();
  const listedProjects = current() === null ? [] : (data?.projects ?? []);
  const open = listedProjects.flatMap(({ summary }) => summary.openAlerts).reduce((sum, count) => sum + count, 0);
  const project = listedProjects.find(({ id }) => String(id) === projectId)?.name;
  const title = [t(page.title), ...(project ? [project] : []), name].join(' · ');
  useEffect(() => {
    document.title = open > 0 ? `(${open}) ${title}` : title;
  }, [open, title]);
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon ? brandFile(icon) : './favicon.svg');
  }, [icon]);
  return null;
}
