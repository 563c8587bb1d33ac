import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { to } from '../../app/paths.ts';
import { SkeletonRows } from '../../design/States.tsx';
import { SignFrame } from '../sessions/sign-frame.parts.tsx';

/** What one comes to from the sign-in page beside signing in by name and password, by the last word of the address. */
const ways = {
  register: lazy(() => import('./RegisterForm.tsx')),
  sso: lazy(() => import('../sso/sign.parts.tsx')),
  password: lazy(() => import('../recovery/forgot.parts.tsx')),
};

export default function SignWayPage() {
  const { way = '' } = useParams();
  const Way = ways[way as keyof typeof ways];
  if (!Way) return <Navigate to={to('Sign')} replace />;
  return (
    <SignFrame>
      <Suspense fallback={<SkeletonRows rows={4} rowPx={64} />}>
        <Way />
      </Suspense>
    </SignFrame>
  );
}
