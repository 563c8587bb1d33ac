import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'ModelConsole', page: () => import('./ModelsPage.tsx'), needs: 'View:Device' },
];
