import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'Firmware', wordKey: 'firmware:title', page: () => import('./FirmwarePage.tsx'), needs: 'View:Device' },
];
