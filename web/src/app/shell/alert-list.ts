import { matchPath } from 'react-router';
import { installationPages } from '../installation-pages.ts';
import { projectPages } from '../project-pages.ts';

/** Returns whether a page is a list of alerts in which an alert of a project appears by itself. */
export function isListedAt(pathname: string, projectId: number | null): boolean {
  if (matchPath(installationPages.AllAlerts.path, pathname)) return true;
  const inProject = matchPath(projectPages.Alerts.path, pathname);
  return inProject !== null && inProject.params.projectId === String(projectId);
}
