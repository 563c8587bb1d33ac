import { lazy } from 'react';

/** The pages of a PDF; what draws them is fetched when there are some. */
export const PdfPages = lazy(() => import('./PdfPages.tsx'));
