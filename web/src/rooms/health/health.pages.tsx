import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'DeviceHealth', page: () => import('./HealthPage.tsx'), needs: 'View:Device' },
  { name: 'ProjectDeviceHealth', page: () => import('./ProjectHealthPage.tsx'), needs: 'View:Device' },
];
