import { BellOutlined } from '@ant-design/icons';
import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  {
    name: 'Alerts',
    page: () => import('./AlertsPage.tsx'),
    needs: 'View:Alert',
    menu: { icon: BellOutlined, wordKey: 'alerts:menu', order: 120, mode: 'project' },
  },
  { name: 'AllAlerts', page: () => import('./AllAlertsPage.tsx'), needs: 'View:Alert' },
];
