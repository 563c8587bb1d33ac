import { ControlOutlined } from '@ant-design/icons';
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
];
