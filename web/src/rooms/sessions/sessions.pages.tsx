import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'Sign', page: () => import('./SignPage.tsx'), frame: 'bare' },
  { name: 'Setup', page: () => import('./SetupPage.tsx'), frame: 'bare' },
];
