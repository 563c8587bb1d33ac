import { FolderOpenOutlined } from '@ant-design/icons';
import type { RoomPage } from '../../app/room-pages.ts';

export const pages: readonly RoomPage[] = [
  {
    name: 'ProjectDocuments',
    page: () => import('./ProjectDocumentsPage.tsx'),
    menu: { icon: FolderOpenOutlined, wordKey: 'documents:menu', order: 150, mode: 'project' },
    needs: 'View:Project',
  },
];
