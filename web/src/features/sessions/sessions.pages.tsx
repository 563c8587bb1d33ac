import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'Sign', page: () => import('./SignPage.tsx'), frame: 'bare' },
  { name: 'Setup', page: () => import('./SetupPage.tsx'), frame: 'bare' },
];
