import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'Notification', wordKey: 'notifications:title', page: () => import('./NotificationsPage.tsx') },
  { name: 'NotificationDetail', page: () => import('./NotificationPage.tsx') },
];
