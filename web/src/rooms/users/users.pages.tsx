import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'Profile', page: () => import('./ProfilePage.tsx') },
  { name: 'UserConsole', page: () => import('./UserConsolePage.tsx'), needs: 'View:User' },
];
