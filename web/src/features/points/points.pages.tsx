import { AreaChartOutlined, CheckSquareOutlined, ControlOutlined, FunctionOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'ProjectPoints',
    page: () => import('./ProjectPointsPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: ControlOutlined, wordKey: 'points:menu', order: 140, mode: 'project' },
  },
  { name: 'MPConsole', page: () => import('./PointConsolePage.tsx'), needs: 'Retrieve:MeasuringPoint' },
  { name: 'ItemMPConsole', page: () => import('./PointConsolePage.tsx'), needs: 'Retrieve:MeasuringPoint' },
  {
    name: 'CustomChartManager',
    page: () => import('./charts/CustomChartsPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: AreaChartOutlined, wordKey: 'charts:menu', order: 111, mode: 'project' },
  },
  { name: 'CustomChart', page: () => import('./charts/CustomChartPage.tsx'), needs: 'Retrieve:MeasuringPoint' },
  {
    name: 'CustomCharacteristic',
    page: () => import('./charts/CharacteristicsPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: FunctionOutlined, wordKey: 'charts:characteristics.menu', order: 112, mode: 'project' },
  },
  {
    name: 'PointsAdd',
    wordKey: 'points:add.menu',
    page: () => import('./PointsAddPage.tsx'),
    needs: 'Create:MeasuringPoint',
  },
  {
    name: 'PointsEdit',
    wordKey: 'points:edit.menu',
    page: () => import('./PointsEditPage.tsx'),
    needs: 'Update:MeasuringPoint',
  },
  {
    name: 'PointsThresholds',
    wordKey: 'commissioning:thresholds.menu',
    page: () => import('./ThresholdsPage.tsx'),
    needs: 'Update:MeasuringPoint',
  },
  {
    name: 'PointsBackTest',
    wordKey: 'commissioning:backTest.menu',
    page: () => import('./BackTestPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
  },
  {
    name: 'BatchInit',
    wordKey: 'points:init.menu',
    page: () => import('./BatchInitPage.tsx'),
    needs: 'Update:MeasuringPoint',
  },
  { name: 'BatchChartSetting', page: () => import('./BatchChartPage.tsx'), needs: 'Update:MeasuringPoint' },
  {
    name: 'CommissioningChecklist',
    page: () => import('./ChecklistPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: CheckSquareOutlined, wordKey: 'points:checklist.menu', order: 145, mode: 'project' },
  },
  { name: 'Commissioning', page: () => import('./CommissioningPage.tsx'), needs: 'Create:MeasuringPoint' },
];
