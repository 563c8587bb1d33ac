import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  { name: 'Notification', page: () => import('./NotificationsPage.tsx') },
  { name: 'NotificationDetail', page: () => import('./NotificationPage.tsx') },
];
