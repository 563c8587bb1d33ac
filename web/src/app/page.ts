import type { registry } from '@plumbline/contract/registry';
import type { FetchQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { WordKey } from '../kernel/words.ts';

type Features = typeof registry;
/** A route of the contract by feature and name: `alerts.list`. */
export type RouteName = { [F in keyof Features]: `${F}.${keyof Features[F] & string}` }[keyof Features];

/**
 * Reads that a page of a project will certainly need: asked as soon as its address is known, while the page before
 * still stands. A page of thousands of rows exports it as `reads`, and asks the same where it is drawn.
 */
export type PageReads = (place: {
  readonly projectId: number;
  readonly search: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: of any route; the cache keeps them apart by their keys
}) => readonly FetchQueryOptions<any, any, any, any>[];

/** Exports of the file of a page. */
export interface PageFile {
  readonly default: ComponentType;
  readonly reads?: PageReads;
  /** What it shows only later, each a file of its own: fetched at leisure, as pages are (warm-pages.ts). */
  readonly parts?: readonly (() => Promise<unknown>)[];
}

/**
 * One page, said once: router, menu, Ctrl+K, titles and links are made of these objects and of nothing else; its file is
 * named in page-files.ts. A page with
 * `:projectId` in its path belongs to a project: it is in the menu while one is open. The order of the list is the menu's.
 */
export interface Page {
  /** With `:names` of what a link must give. */
  readonly path: `/${string}`;
  /**
   * The route that the page is for. Who may call it finds the page: what the route needs, and where it must be held, is
   * taken from the contract (route-needs.ts). null = asks the server nothing.
   */
  readonly to: RouteName | null;
  /** The word in the title of the browser's tab. */
  readonly title: WordKey;
  readonly menu?: {
    readonly icon: ComponentType;
    /** Where the menu says another word than the title. */
    readonly word?: WordKey;
    /** Marked on the pages under its address too, not on its own alone. */
    readonly isRoof?: true;
    /** In the menu of phones alone: on a desk another page of the menu leads to it. */
    readonly phoneOnly?: true;
  };
  /** True where measured data is shown: the header offers how often it is read again. */
  readonly refreshes?: true;
  /** True where charts, tables and maps want the width: the sidebar has a state of its own there, icons unless somebody opens it. */
  readonly isFullOfData?: true;
  /** True where Ctrl+K finds it by its title though it is not in the menu. */
  readonly jump?: true;
  /** `bare` = without header and sidebar and without a session; `own` = without them, and it finds its session itself. */
  readonly frame?: 'bare' | 'own';
}
