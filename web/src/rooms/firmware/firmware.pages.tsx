import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'Firmware', page: () => import('./FirmwarePage.tsx'), needs: 'View:Device' },
];
