/** What the screen of a project shows of drawings, fetched when a structure has one. */
import { drawings } from '@plumbline/contract/site/drawings';
import { lazy, Suspense } from 'react';
import { useAllowed } from '../../kernel/allowed.tsx';
import type { DrawingStripProps } from './DrawingStrip.tsx';

const Strip = lazy(async () => ({ default: (await import('./DrawingCentre.tsx')).DrawingStrip }));

export function DrawingStrip(props: DrawingStripProps) {
  const allowed = useAllowed();
  return allowed(drawings.list) ? (
    <Suspense fallback={null}>
      <Strip {...props} />
    </Suspense>
  ) : null;
}
