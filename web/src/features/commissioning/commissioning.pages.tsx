import { CheckSquareOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'CommissioningChecklist',
    page: () => import('./ChecklistPage.tsx'),
    needs: 'Retrieve:MeasuringPoint',
    menu: { icon: CheckSquareOutlined, wordKey: 'commissioning:checklist.menu', order: 145, mode: 'project' },
  },
  {
    name: 'Commissioning',
    page: () => import('./CommissioningPage.tsx'),
    needs: 'Create:MeasuringPoint',
  },
];
