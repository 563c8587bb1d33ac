import { LineChartOutlined } from '@ant-design/icons';
import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  {
    name: 'DataView',
    page: () => import('./DataViewPage.tsx'),
    needs: 'Retrieve:Data',
    menu: { icon: LineChartOutlined, wordKey: 'readings:menu', order: 110, mode: 'project' },
  },
];
