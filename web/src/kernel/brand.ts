import { sessions } from '@plumbline/contract/people/sessions';
import { useRead } from './reads.ts';
import { useMaybeSession } from './session.ts';

/** How the product looks here: as the corporation of whoever is signed in, else as that whose host name was asked. */
export function useBrand() {
  const session = useMaybeSession();
  const { data } = useRead(sessions.loginInfo, {}, { enabled: false });
  const brand = session ? session.corporation : data?.brand;
  return {
    name: brand?.productName || 'Plumbline',
    copyright: brand?.copyright,
    logo: brand?.logo,
    icon: brand?.favicon,
  };
}

/** Where a logo or favicon is loaded from: anybody may who knows its id. */
export const brandFile = (id: string): string => `./api/brand/${id}`;
