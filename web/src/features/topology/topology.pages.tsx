import { PartitionOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'ProjectTopo',
    page: () => import('./TopoPage.tsx'),
    menu: { icon: PartitionOutlined, wordKey: 'topology:title', order: 155, mode: 'project' },
    needs: 'View:Device',
  },
];
