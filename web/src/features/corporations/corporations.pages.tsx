import { SettingOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'SystemManagement',
    page: () => import('./SystemManagementPage.tsx'),
    needs: 'View:User',
    menu: { icon: SettingOutlined, wordKey: 'corporations:menu', order: 40, mode: 'always', isRoof: true },
  },
  { name: 'CorporationConsole', page: () => import('./CorporationConsolePage.tsx'), needs: 'View:Corporation' },
];
