import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'RoleConsole', page: () => import('./RoleConsolePage.tsx'), needs: 'View:Role' },
  { name: 'ProjectMembers', page: () => import('./ProjectMembersPage.tsx'), needs: 'View:Project' },
];
