/**
 * Structures and names as rows of a table say them: by name, in whatever case. Pure; what is missing is planned, and
 * made only when every row is right.
 */

import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { Branch } from '../../points/points.batch.api.ts';
import { wrong } from '../../points/points.config.api.ts';

/** A structure that is there, or one that is still to be made. */
export type Site = { readonly id: number } | { readonly path: readonly string[] };
export const isThere = (site: Site): site is { readonly id: number } => 'id' in site;
export const keyOf = (site: Site): string => (isThere(site) ? `#${site.id}` : pathKey(site.path));
const pathKey = (path: readonly string[]) => path.map((name) => name.toLowerCase()).join('\u0000');

export interface Sites {
  /** Throws badInput where nothing of that id or name is there, and it may not be made. */
  find(row: {
    readonly structureId?: number | undefined;
    readonly structurePath?: readonly string[] | undefined;
  }): Site;
  /** What is to be made, structures before their items. */
  readonly planned: readonly (readonly string[])[];
  readonly byPath: ReadonlyMap<string, number>;
}

export function sitesOf(branches: readonly Branch[], mayMake: boolean): Sites {
  const ids = new Set(branches.map(({ id }) => id));
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const byPath = new Map<string, number>();
  for (const { id, parentId, name } of branches) {
    const parent = parentId === null ? null : byId.get(parentId);
    byPath.set(pathKey(parent ? [parent.name, name] : [name]), id);
  }
  const planned = new Map<string, readonly string[]>();
  return {
    find({ structureId, structurePath }) {
      if (structureId !== undefined) {
        if (!ids.has(structureId)) throw wrong('structureId', 'structureUnknown');
        return { id: structureId };
      }
      if (structurePath === undefined) throw wrong('structurePath', 'required');
      const path = structurePath;
      const id = byPath.get(pathKey(path));
      if (id !== undefined) return { id };
      if (!mayMake) throw wrong('structurePath', 'structureUnknown');
      for (const part of path.map((_, i) => path.slice(0, i + 1))) {
        const key = pathKey(part);
        if (!byPath.has(key) && !planned.has(key)) planned.set(key, part);
      }
      return { path: getOrThrow(planned, pathKey(path)) };
    },
    get planned() {
      return [...planned.values()].sort((a, b) => a.length - b.length);
    },
    byPath,
  };
}

/** Names in use at each site: unique side by side, whatever their case. */
export function namesBySite() {
  const used = new Map<string, number | null>();
  const key = (site: Site, name: string) => `${keyOf(site)}\u0001${name.toLowerCase()}`;
  return {
    has: (site: Site, name: string) => used.has(key(site, name)),
    /** The row that took the name; null = a point that is there already. */
    rowOf: (site: Site, name: string) => used.get(key(site, name)) ?? null,
    take: (site: Site, name: string, row: number | null = null) => void used.set(key(site, name), row),
    letGo: (site: Site, name: string) => void used.delete(key(site, name)),
  };
}

/** Where the path of a planned structure leads once it is made. */
export const madeKey = pathKey;
