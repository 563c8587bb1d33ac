import { AppstoreOutlined, DesktopOutlined, ToolOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'ProjectList',
    page: () => import('./ProjectListPage.tsx'),
    menu: { icon: AppstoreOutlined, wordKey: 'projects:menu', order: 20, mode: 'always' },
  },
  {
    name: 'ProjectScreen',
    page: () => import('./ProjectScreenPage.tsx'),
    menu: { icon: DesktopOutlined, wordKey: 'projects:screen', order: 100, mode: 'project' },
    needs: 'View:Project',
  },
  {
    name: 'ProjectConsole',
    page: () => import('./ProjectConsolePage.tsx'),
    menu: { icon: ToolOutlined, wordKey: 'projects:console.menu', order: 160, mode: 'project' },
    needs: 'Update:Project',
  },
];
