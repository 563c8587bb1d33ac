import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'DeviceHealth', page: () => import('./HealthPage.tsx'), needs: 'View:Device' },
  { name: 'ProjectDeviceHealth', page: () => import('./ProjectHealthPage.tsx'), needs: 'View:Device' },
];
