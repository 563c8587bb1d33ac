import { HeartOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'DeviceHealth',
    page: () => import('./HealthPage.tsx'),
    needs: 'View:Device',
    menu: { icon: HeartOutlined, wordKey: 'health:title', order: 35, mode: 'always' },
  },
  { name: 'ProjectDeviceHealth', page: () => import('./ProjectHealthPage.tsx'), needs: 'View:Device' },
];
