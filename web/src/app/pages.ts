import { installationPages } from './installation-pages.ts';
import type { Page } from './page.ts';
import { projectPages } from './project-pages.ts';

/** Every page by its name. */
export const pages = { ...installationPages, ...projectPages };
export type PageName = keyof typeof pages;

export interface NamedPage extends Page {
  readonly name: PageName;
}
/** The same in the order of the menu. */
export const allPages: readonly NamedPage[] = Object.entries<Page>(pages).map(([name, page]) => ({
  ...page,
  name: name as PageName,
}));
export const isOfProject = ({ path }: Page): boolean => path.includes(':projectId');
