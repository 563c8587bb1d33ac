import type { Permission } from '@plumbline/contract/kernel/permissions';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';

/** Two lists that hold the same permissions, whatever their order. */
const same = (a: readonly Permission[], b: readonly Permission[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

/** How many cells differ. */
export const changesBetween = (permissions: readonly Permission[], saved: readonly Permission[]): number =>
  permissions.filter((each) => !saved.includes(each)).length +
  saved.filter((each) => !permissions.includes(each)).length;

/**
 * Changed and not yet saved permissions by role. Invariant: a draft that equals what is stored does not exist, and
 * nobody leaves the page with one unasked.
 */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<number, readonly Permission[]>>>({});
  const isDirty = Object.keys(drafts).length > 0;
  const drop = (roleId: number): void => setDrafts(({ [roleId]: _, ...others }) => others);
  const change = (roleId: number, permissions: readonly Permission[], saved: readonly Permission[]): void => {
    if (same(permissions, saved)) drop(roleId);
    else setDrafts((before) => ({ ...before, [roleId]: permissions }));
  };
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', confirmLeave);
    return () => removeEventListener('beforeunload', confirmLeave);
  }, [isDirty]);
  return { drafts, change, drop, blocker };
}
