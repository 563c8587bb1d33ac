import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'RoleConsole', page: () => import('./RoleConsolePage.tsx'), needs: 'Retrieve:Role' },
  { name: 'ProjectMembers', page: () => import('./ProjectMembersPage.tsx'), needs: 'Retrieve:Project' },
];
