import { AreaChartOutlined, FunctionOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'CustomChartManager',
    page: () => import('./CustomChartsPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: AreaChartOutlined, wordKey: 'charts:menu', order: 111, mode: 'project' },
  },
  { name: 'CustomChart', page: () => import('./CustomChartPage.tsx'), needs: 'Retrieve:MeasuringPoint' },
  {
    name: 'CustomCharacteristic',
    page: () => import('./characteristics/CharacteristicsPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: FunctionOutlined, wordKey: 'charts:characteristics.menu', order: 112, mode: 'project' },
  },
];
