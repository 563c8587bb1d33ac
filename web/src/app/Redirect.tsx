import { Navigate } from 'react-router';
import { SkeletonChart, SkeletonRows } from '../design/States.tsx';

/**
 * Goes on to another page in place of this one. Until the file of that page has come this one is drawn, over a slow network
 * for seconds: as the page that comes, not yet filled.
 */
export const Redirect = ({ to }: { to: string }) => (
  <>
    <Navigate to={to} replace />
    <SkeletonRows rows={2} rowPx={49} />
    <SkeletonChart height={396} />
    <SkeletonRows rows={5} />
  </>
);
