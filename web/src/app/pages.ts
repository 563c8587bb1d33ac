import { installationPages } from './installation-pages.ts';
import type { Page } from './page.ts';
import { projectPages } from './project-pages.ts';

/** What no other page is at. Last of all: its path fits every address. */
const lastPages = {
  NotFound: {
    path: '/*',
    to: null,
    title: 'shell:notFound.title',
  },
} as const satisfies Record<string, Page>;

/** Every page by its name. */
export const pages = { ...installationPages, ...projectPages, ...lastPages };
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
