import { TeamOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'RoleConsole', page: () => import('./RoleConsolePage.tsx'), needs: 'View:Role' },
  {
    name: 'ProjectMembers',
    page: () => import('./ProjectMembersPage.tsx'),
    needs: 'View:Project',
    menu: { icon: TeamOutlined, wordKey: 'people:members.title', order: 157, mode: 'project' },
  },
];
