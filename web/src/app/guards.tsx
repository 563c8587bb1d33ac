import { type Permission, permissionOf, type View } from '@plumbline/contract/permissions';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { NoPermission } from '../design/States.tsx';
import { useAllowed } from '../kernel/allowed.tsx';
import { useMaybeSession, whyEnded } from '../kernel/session.ts';
import { to } from './paths.ts';

/** Who is not signed in goes to the sign-in page, and from there back to where they wanted to be. */
export function NeedsSession({ children }: { children: ReactNode }) {
  const session = useMaybeSession();
  const { pathname, search } = useLocation();
  if (session) return children;
  if (whyEnded() === 'left') return <Navigate to={to('Sign')} replace />;
  const wanted = `${pathname}${search}`;
  return (
    <Navigate
      to={to('Sign', {}, { redirect: wanted === '/dashboard' ? undefined : wanted, ended: whyEnded() ?? undefined })}
      replace
    />
  );
}

export function NeedsPermission({ needs, children }: { needs: View | Permission | undefined; children: ReactNode }) {
  const allowed = useAllowed();
  if (needs && !allowed(permissionOf(needs))) return <NoPermission needs={permissionOf(needs)} />;
  return children;
}
