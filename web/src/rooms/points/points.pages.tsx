import { CheckSquareOutlined, ControlOutlined } from '@ant-design/icons';
import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  {
    name: 'ProjectPoints',
    page: () => import('./ProjectPointsPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: ControlOutlined, wordKey: 'points:menu', order: 140, mode: 'project' },
  },
  { name: 'MPConsole', page: () => import('./PointConsolePage.tsx'), needs: 'Retrieve:MeasuringPoint' },
  { name: 'PointsAdd', page: () => import('./PointsAddPage.tsx'), needs: 'Create:MeasuringPoint' },
  { name: 'PointsEdit', page: () => import('./PointsEditPage.tsx'), needs: 'Update:MeasuringPoint' },
  { name: 'BatchInit', page: () => import('./BatchInitPage.tsx'), needs: 'Update:MeasuringPoint' },
  { name: 'BatchChartSetting', page: () => import('./BatchChartPage.tsx'), needs: 'Update:MeasuringPoint' },
  {
    name: 'CommissioningChecklist',
    page: () => import('./ChecklistPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: CheckSquareOutlined, wordKey: 'points:checklist.menu', order: 145, mode: 'project' },
  },
  { name: 'Commissioning', page: () => import('./CommissioningPage.tsx'), needs: 'Create:MeasuringPoint' },
];
