/** What the screen of drawings shows of the editor, fetched when somebody draws. */
import type { Drawing } from '@plumbline/contract/site/drawings';
import { type ComponentProps, lazy, Suspense } from 'react';
import { SkeletonChart } from '../../../design/States.tsx';

const Editor = lazy(() => import('./DrawingEditor.tsx'));
const NewSheet = lazy(() => import('./NewSheetDialog.tsx'));

export const DrawingEditor = (props: { drawing: Drawing; onEnd: () => void }) => (
  <Suspense fallback={<SkeletonChart height={320} />}>
    <Editor {...props} />
  </Suspense>
);

export const NewSheetDialog = (props: ComponentProps<typeof NewSheet>) => (
  <Suspense fallback={null}>
    <NewSheet {...props} />
  </Suspense>
);
