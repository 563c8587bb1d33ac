import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'PointsThresholds',
    wordKey: 'thresholds:table.menu',
    page: () => import('./ThresholdsPage.tsx'),
    needs: 'Update:MeasuringPoint',
  },
  {
    name: 'PointsBackTest',
    wordKey: 'thresholds:backTestMany.menu',
    page: () => import('./BackTestPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
  },
];
