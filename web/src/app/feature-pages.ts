import type { Permission, View } from '@plumbline/contract/permissions';
import type { FetchQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { WordKey } from '../kernel/words.ts';
import { paths, type RouteName } from './paths.ts';

/**
 * What a page of a project will ask for, beyond doubt: asked as soon as its address is known, while the page before still
 * stands. A page of thousands of rows exports it as `reads`, and asks the same where it is drawn.
 */
export type PageReads = (place: {
  readonly projectId: number;
  readonly search: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: of any route; the cache keeps them apart by their keys
}) => readonly FetchQueryOptions<any, any, any, any>[];

/**
 * What a feature tells the application about its pages: the router and the sidebar are made of these lists and of nothing
 * else. Each feature's `<feature>.pages.tsx` exports `pages: readonly RoomPage[]`; adding a file there adds the page.
 */
export interface FeaturePage {
  readonly name: RouteName;
  /** Loaded when first opened. */
  readonly page: () => Promise<{ default: ComponentType; reads?: PageReads }>;
  readonly menu?: {
    readonly icon: ComponentType;
    /** Key of the word, e.g. `projects:menu`. */
    readonly wordKey: WordKey;
    /** Ascending down the sidebar. */
    readonly order: number;
    /** `project` = only while a project is open. */
    readonly mode: 'always' | 'project';
    /** Marked on the pages under its address too, not on its own alone. */
    readonly isRoof?: true;
    /** Only for those who hold `needs` throughout their corporation: elsewhere the page would refuse them. */
    readonly throughout?: true;
    /** In the menu of phones alone: on a desk another page of the menu leads to it. */
    readonly phoneOnly?: true;
  };
  /** Key of the word by which Ctrl+K finds a page that is not in the menu. */
  readonly wordKey?: WordKey;
  /** What the caller must hold for menu and page to exist: the specification's view, or a permission where it names none. */
  readonly needs?: View | Permission;
  /** `bare` = without header and sidebar and without a session. */
  readonly frame?: 'shell' | 'bare';
}

const found = import.meta.glob<{ pages: readonly FeaturePage[] }>(['../features/*/*.pages.tsx', './*.pages.tsx'], {
  eager: true,
});
export const featurePages: readonly FeaturePage[] = Object.values(found).flatMap((feature) => feature.pages);
export const menuPages = featurePages.filter((page) => page.menu).sort((a, b) => a.menu!.order - b.menu!.order);
export const hasPage = (name: RouteName): boolean => featurePages.some((page) => page.name === name);
export const pathOf = (page: FeaturePage): string => paths[page.name];
