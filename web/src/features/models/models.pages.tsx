import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'ModelConsole', page: () => import('./ModelsPage.tsx'), needs: 'View:Device' },
];
