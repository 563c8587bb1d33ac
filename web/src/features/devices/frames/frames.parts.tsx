import { lazy } from 'react';

/** Link doctor and live view: for the pages of a device and of a feed. */
export { default as LinkDoctor } from './LinkDoctor.tsx';
export const LiveViewDialog = lazy(() => import('./LiveViewDialog.tsx'));
