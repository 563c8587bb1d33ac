import { AlertOutlined, BellOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'Alerts',
    page: () => import('./AlertsPage.tsx'),
    needs: 'View:Alert',
    menu: { icon: BellOutlined, wordKey: 'alerts:menu', order: 120, mode: 'project' },
  },
  {
    name: 'AllAlerts',
    page: () => import('./AllAlertsPage.tsx'),
    needs: 'View:Alert',
    menu: { icon: AlertOutlined, wordKey: 'alerts:menuAll', order: 25, mode: 'always' },
  },
];
