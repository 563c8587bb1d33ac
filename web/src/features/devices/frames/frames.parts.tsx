import { lazy } from 'react';

/** What is wrong with a link in words, and what passes over it: for the pages of a device and of a feed. */
export { default as LinkDoctor } from './LinkDoctor.tsx';
export const LiveViewDialog = lazy(() => import('./LiveViewDialog.tsx'));
