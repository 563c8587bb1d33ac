import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'PointsThresholds',
    wordKey: 'commissioning:thresholds.menu',
    page: () => import('./ThresholdsPage.tsx'),
    needs: 'Update:MeasuringPoint',
  },
  {
    name: 'PointsBackTest',
    wordKey: 'commissioning:backTest.menu',
    page: () => import('./BackTestPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
  },
];
