import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  { name: 'Profile', wordKey: 'users:profile.title', page: () => import('./ProfilePage.tsx') },
  { name: 'UserConsole', page: () => import('./UserConsolePage.tsx'), needs: 'View:User' },
];
