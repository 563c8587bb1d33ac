import { HddOutlined, InboxOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'DeviceWarehouse',
    page: () => import('./warehouse/DeviceWarehousePage.tsx'),
    needs: 'View:Device',
    menu: { icon: InboxOutlined, wordKey: 'devices:warehouse', order: 30, mode: 'always', throughout: true },
  },
  { name: 'DeviceLabels', page: () => import('./warehouse/LabelsPage.tsx'), needs: 'View:Device' },
  { name: 'DeviceConnect', page: () => import('./connect/DeviceConnectPage.tsx'), needs: 'View:Device' },
  {
    name: 'Devices',
    page: () => import('./warehouse/DevicesPage.tsx'),
    needs: 'View:Device',
    menu: { icon: HddOutlined, wordKey: 'devices:menu', order: 130, mode: 'project' },
  },
];
