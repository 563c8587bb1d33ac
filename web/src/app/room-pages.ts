import type { Permission, View } from '@plumbline/contract/permissions';
import type { ComponentType } from 'react';
import { paths, type RouteName } from './paths.ts';

/**
 * What a room tells the application about its pages: the router and the sidebar are made of these lists and of nothing
 * else. Each room's `<room>.pages.tsx` exports `pages: readonly RoomPage[]`; adding a file there adds the page.
 */
export interface RoomPage {
  readonly name: RouteName;
  /** Loaded when first opened. */
  readonly page: () => Promise<{ default: ComponentType }>;
  readonly menu?: {
    readonly icon: ComponentType;
    /** Key of the word, e.g. `projects:menu`. */
    readonly wordKey: string;
    /** Ascending down the sidebar. */
    readonly order: number;
    /** `project` = only while a project is open. */
    readonly mode: 'always' | 'project';
    /** Marked on the pages under its address too, not on its own alone. */
    readonly isRoof?: true;
  };
  /** What the caller must hold for menu and page to exist: the specification's view, or a permission where it names none. */
  readonly needs?: View | Permission;
  /** `bare` = without header and sidebar and without a session. */
  readonly frame?: 'shell' | 'bare';
}

const found = import.meta.glob<{ pages: readonly RoomPage[] }>(['../rooms/*/*.pages.tsx', './*.pages.tsx'], {
  eager: true,
});
export const roomPages: readonly RoomPage[] = Object.values(found).flatMap((room) => room.pages);
export const menuPages = roomPages.filter((page) => page.menu).sort((a, b) => a.menu!.order - b.menu!.order);
export const hasPage = (name: RouteName): boolean => roomPages.some((page) => page.name === name);
export const pathOf = (page: RoomPage): string => paths[page.name];
