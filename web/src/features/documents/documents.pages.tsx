import { FolderOpenOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'ProjectDocuments',
    page: () => import('./ProjectDocumentsPage.tsx'),
    menu: { icon: FolderOpenOutlined, wordKey: 'documents:menu', order: 150, mode: 'project' },
    needs: 'View:Project',
  },
];
