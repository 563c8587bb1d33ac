import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'PointsAdd',
    wordKey: 'points:add.menu',
    page: () => import('./PointsAddPage.tsx'),
    needs: 'Create:MeasuringPoint',
  },
  {
    name: 'PointsEdit',
    wordKey: 'points:edit.menu',
    page: () => import('./PointsEditPage.tsx'),
    needs: 'Update:MeasuringPoint',
  },
  {
    name: 'BatchInit',
    wordKey: 'points:init.menu',
    page: () => import('./BatchInitPage.tsx'),
    needs: 'Update:MeasuringPoint',
  },
  { name: 'BatchChartSetting', page: () => import('./BatchChartPage.tsx'), needs: 'Update:MeasuringPoint' },
];
