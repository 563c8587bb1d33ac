import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'RoleConsole', page: () => import('./RoleConsolePage.tsx'), needs: 'View:Role' },
  { name: 'ProjectMembers', page: () => import('./ProjectMembersPage.tsx'), needs: 'View:Project' },
];
