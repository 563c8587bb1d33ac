import { UnorderedListOutlined } from '@ant-design/icons';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import type { StatPlace } from './stats.queries.ts';

const StatLists = lazy(() => import('./StatLists.tsx'));

/** Opens what a project or structure consists of, the most urgent first, beside the page. */
export function StatButton({ of }: { of: StatPlace }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={<UnorderedListOutlined />} label={t('stats:lists.title')} onClick={() => setOpen(true)} />
      <SidePanel open={isOpen} onClose={() => setOpen(false)} title={t('stats:lists.title')} widthPx={640}>
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <StatLists of={of} />
        </Suspense>
      </SidePanel>
    </>
  );
}
