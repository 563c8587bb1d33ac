import type { PublicBrand } from '@plumbline/contract/kernel/brand';
import { sessions } from '@plumbline/contract/people/sessions';
import { useEffect, useSyncExternalStore } from 'react';
import { useRead } from './reads.ts';
import { useMaybeSession } from './session.ts';

const product = 'Plumbline';

/** Whose page for outsiders is shown here; null = no such page, or it names nobody yet. */
let named: PublicBrand | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
function name(brand: PublicBrand | null): void {
  named = brand;
  for (const each of listeners) each();
}

/** Shows this page as that of a corporation, to whoever reads it, until it is left. */
export function usePublicBrand(brand: PublicBrand | undefined): void {
  const { title, logo } = brand ?? {};
  useEffect(() => {
    if (title === undefined || logo === undefined) return;
    name({ title, logo });
    return () => name(null);
  }, [title, logo]);
}

/**
 * How the product looks here: as the corporation that a page for outsiders names, else as that of whoever is signed in, else as
 * that whose host name was asked.
 */
export function useBrand() {
  const session = useMaybeSession();
  const { data } = useRead(sessions.loginInfo, {}, { enabled: false });
  const onPage = useSyncExternalStore(subscribe, () => named);
  const brand = session ? session.corporation : data?.brand;
  if (onPage) return { name: onPage.title || product, copyright: undefined, logo: onPage.logo, icon: undefined };
  return {
    name: brand?.productName || product,
    copyright: brand?.copyright,
    logo: brand?.logo,
    icon: brand?.favicon,
  };
}

/** Where a logo or favicon is loaded from: anybody may who knows its id. */
export const brandFile = (id: string): string => `./api/brand/${id}`;
