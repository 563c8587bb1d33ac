import { CheckSquareOutlined, ControlOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'ProjectPoints',
    page: () => import('./list/ProjectPointsPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: ControlOutlined, wordKey: 'points:menu', order: 140, mode: 'project' },
  },
  { name: 'MPConsole', page: () => import('./console/PointConsolePage.tsx'), needs: 'Retrieve:MeasuringPoint' },
  { name: 'ItemMPConsole', page: () => import('./console/PointConsolePage.tsx'), needs: 'Retrieve:MeasuringPoint' },
  {
    name: 'CommissioningChecklist',
    page: () => import('./commissioning/ChecklistPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: CheckSquareOutlined, wordKey: 'points:checklist.menu', order: 145, mode: 'project' },
  },
  {
    name: 'Commissioning',
    page: () => import('./commissioning/CommissioningPage.tsx'),
    needs: 'Create:MeasuringPoint',
  },
];
