import { FormOutlined, ImportOutlined } from '@ant-design/icons';
import type { FeaturePage } from '../../app/feature-pages.ts';

export const pages: readonly FeaturePage[] = [
  {
    name: 'DataImport',
    page: () => import('./ImportsPage.tsx'),
    needs: 'Create:Data',
    menu: { icon: ImportOutlined, wordKey: 'imports:menu', order: 115, mode: 'project' },
  },
  {
    name: 'DataEntry',
    page: () => import('./EntryPage.tsx'),
    needs: 'Create:Data',
    menu: { icon: FormOutlined, wordKey: 'imports:entry.title', order: 113, mode: 'project', phoneOnly: true },
  },
];
