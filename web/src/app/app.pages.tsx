import type { RoomPage } from './room-pages.ts';

/** Pages of no room: the kit's own gallery. */
export const pages: readonly RoomPage[] = [
  { name: 'Gallery', page: () => import('../design/gallery/GalleryPage.tsx'), frame: 'bare' },
];
