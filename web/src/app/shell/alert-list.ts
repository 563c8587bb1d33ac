import { matchPath } from 'react-router';
import { installationPages } from '../installation-pages.ts';
import { projectPages } from '../project-pages.ts';

interface Raised {
  readonly projectId: number | null;
  readonly alertId: number | null;
}

/** Returns whether a page shows an alert by itself: a list in which it appears, or the page of that alert. */
export function isShownAt(pathname: string, { projectId, alertId }: Raised): boolean {
  if (matchPath(installationPages.AllAlerts.path, pathname)) return true;
  const inProject = matchPath(projectPages.Alerts.path, pathname) ?? matchPath(projectPages.Alert.path, pathname);
  if (inProject === null || inProject.params.projectId !== String(projectId)) return false;
  const { alertId: ofPage } = inProject.params as { alertId?: string };
  return ofPage === undefined || ofPage === String(alertId);
}
