import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'StructureScreen', page: () => import('./StructureScreenPage.tsx'), needs: 'Retrieve:Structure' },
  { name: 'StructureConsole', page: () => import('./StructureConsolePage.tsx'), needs: 'Retrieve:Structure' },
  { name: 'ItemConsole', page: () => import('./StructureConsolePage.tsx'), needs: 'Retrieve:Structure' },
];
