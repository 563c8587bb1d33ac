import { ImportOutlined } from '@ant-design/icons';
import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  {
    name: 'DataImport',
    page: () => import('./ImportsPage.tsx'),
    needs: 'Create:Data',
    menu: { icon: ImportOutlined, wordKey: 'imports:menu', order: 115, mode: 'project' },
  },
  { name: 'DataEntry', page: () => import('./EntryPage.tsx'), needs: 'Create:Data' },
];
