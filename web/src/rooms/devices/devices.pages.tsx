import { HddOutlined, InboxOutlined } from '@ant-design/icons';
import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  {
    name: 'DeviceWarehouse',
    page: () => import('./DeviceWarehousePage.tsx'),
    needs: 'Retrieve:Device',
    menu: { icon: InboxOutlined, wordKey: 'devices:warehouse', order: 30, mode: 'always' },
  },
  { name: 'DeviceConnect', page: () => import('./DeviceConnectPage.tsx'), needs: 'Retrieve:Device' },
  {
    name: 'Devices',
    page: () => import('./DevicesPage.tsx'),
    needs: 'Retrieve:Device',
    menu: { icon: HddOutlined, wordKey: 'devices:menu', order: 130, mode: 'project' },
  },
];
