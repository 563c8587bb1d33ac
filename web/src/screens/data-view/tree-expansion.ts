import { opensWhole } from '@plumbline/contract/site/projects';
import { useMemo, useState } from 'react';
import { presentLevel } from '../../design/status-words.ts';
import type { useTree } from './tree.queries.ts';
import { groupsOf } from './tree-rows.ts';

/** Returns the open groups: as last left in this browser; at first all of a small project, of a large one those with an alert. */
export function useExpansion(
  projectId: number,
  { nodes, total }: ReturnType<typeof useTree>,
  chosen: number | null,
): [(id: string) => boolean, (id: string) => void] {
  const key = `plumbline.tree.${projectId}`;
  const [storedOpen, setStoredOpen] = useState<Readonly<Record<string, boolean>>>(() => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, boolean>;
    } catch {
      return {};
    }
  });
  const start = useMemo(() => {
    const groups = nodes.filter((node) => node.kind !== 'point');
    const small = opensWhole(groups.length + total);
    return new Set(groups.filter((node) => small || (presentLevel(node.status) ?? 0) > 0).map((node) => node.id));
  }, [nodes, total]);
  const around = useMemo(
    () => new Set(chosen === null ? [] : groupsOf(nodes, chosen).map((node) => node.id)),
    [nodes, chosen],
  );
  const isOpen = useMemo(
    () => (id: string) => storedOpen[id] ?? (start.has(id) || around.has(id)),
    [storedOpen, start, around],
  );
  const toggle = (id: string): void => {
    const next = { ...storedOpen, [id]: !isOpen(id) };
    setStoredOpen(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [isOpen, toggle];
}
