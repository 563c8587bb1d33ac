import type { FeaturePage } from './feature-pages.ts';

/** Pages of no feature: the kit's own gallery. */
export const pages: readonly FeaturePage[] = [
  { name: 'Gallery', page: () => import('../design/gallery/GalleryPage.tsx'), frame: 'bare' },
];
