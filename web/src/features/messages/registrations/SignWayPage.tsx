import { lazy, Suspense } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { SkeletonRows } from '../../../design/States.tsx';
import { useMaybeSession } from '../../../kernel/session.ts';
import { wanted } from '../../people/sessions/entry.parts.tsx';
import { SignFrame } from '../../people/sessions/sign-frame.parts.tsx';

/** What one comes to from the sign-in page beside signing in by name and password, by the last word of the address. */
const ways = {
  register: lazy(() => import('./RegisterForm.tsx')),
  sso: lazy(() => import('../../people/sso/sign.parts.tsx')),
  wechat: lazy(() => import('../../people/wechat/sign.parts.tsx')),
  passkey: lazy(() => import('../../people/passkeys/sign.parts.tsx')),
  password: lazy(() => import('../recovery/forgot.parts.tsx')),
};

export default function SignWayPage() {
  const { way = '' } = useParams();
  const [search] = useSearchParams();
  const Way = ways[way as keyof typeof ways];
  const isComing = search.has('state') || search.has('domain');
  // The page was loaded again, or another tab signed in.
  if (useMaybeSession() && !isComing) return <Navigate to={wanted(search)} replace />;
  if (!Way) return <Navigate to={to('Sign')} replace />;
  return (
    <SignFrame>
      <Suspense fallback={<SkeletonRows rows={4} rowPx={64} />}>
        <Way />
      </Suspense>
    </SignFrame>
  );
}
