import { HomeOutlined } from '@ant-design/icons';
import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  {
    name: 'Home',
    page: () => import('./HomePage.tsx'),
    menu: { icon: HomeOutlined, wordKey: 'shell:home', order: 10, mode: 'always' },
  },
];
