import { LineChartOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'DataView',
    page: () => import('./DataViewPage.tsx'),
    needs: 'Retrieve:Data',
    menu: { icon: LineChartOutlined, wordKey: 'readings:menu', order: 110, mode: 'project' },
  },
];
