import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [{ name: 'Profile', page: () => import('./ProfilePage.tsx') }];
