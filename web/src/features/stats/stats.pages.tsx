import { HomeOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'Home',
    page: () => import('./HomePage.tsx'),
    menu: { icon: HomeOutlined, wordKey: 'shell:home', order: 10, mode: 'always' },
  },
];
