import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { NoPermission } from '../design/States.tsx';
import { isUnasked, useMaybeSession, whyEnded } from '../kernel/session.ts';
import type { Page } from './page.ts';
import { useCanOpen } from './page-access.ts';
import { needsOf } from './page-needs.ts';
import { to } from './paths.ts';

const Demanded = lazy(() => import('../screens/demanded/DemandedPage.tsx'));
const NoNetwork = lazy(() => import('../screens/no-network/NoNetworkPage.tsx'));

/**
 * Sends people who are not signed in to the sign-in page, and from there back to where they wanted to be. Whoever has a session that
 * could not be asked for yet is not one of them.
 */
export function NeedsSession({ children }: { children: ReactNode }) {
  const session = useMaybeSession();
  const { pathname, search } = useLocation();
  if (session?.needsSecondFactor)
    return (
      <Suspense>
        <Demanded />
      </Suspense>
    );
  if (session) return children;
  // A password is no answer to a network that is gone: the address stays, and opens when the server can be asked.
  if (isUnasked())
    return (
      <Suspense>
        <NoNetwork />
      </Suspense>
    );
  if (whyEnded() === 'left') return <Navigate to={to('Sign')} replace />;
  const address = `${pathname}${search}`;
  return (
    <Navigate
      to={to('Sign', {}, { redirect: address === '/dashboard' ? undefined : address, ended: whyEnded() ?? undefined })}
      replace
    />
  );
}

/** A page is for those whom the server would answer; to the rest it says what they lack. */
export function NeedsPermission({ page, children }: { page: Page; children: ReactNode }) {
  const { needs, within } = needsOf(page);
  return useCanOpen()(page) ? children : <NoPermission needs={needs} throughout={within === 'corporationId'} />;
}
