import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'StructureScreen', page: () => import('./StructureScreenPage.tsx'), needs: 'Retrieve:Structure' },
  { name: 'StructureConsole', page: () => import('./StructureConsolePage.tsx'), needs: 'Retrieve:Structure' },
  { name: 'ItemConsole', page: () => import('./StructureConsolePage.tsx'), needs: 'Retrieve:Structure' },
];
