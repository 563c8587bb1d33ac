/** What other features show of map layers: what a map draws, and the button beside it. */
import { BlockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const Panel = lazy(() => import('./LayersPanel.tsx'));

/** Opens the list of layers: fetched when it is first opened. */
export function LayersButton({ structureId }: { structureId: number | null }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        icon={<BlockOutlined />}
        aria-label={t('layers:menu')}
        title={t('layers:menu')}
        aria-expanded={open === true}
        onClick={() => setOpen(!open)}
      >
        <span className="pl-wide-only">{t('layers:menu')}</span>
      </Button>
      {open !== null && (
        <Suspense fallback={null}>
          <Panel structureId={structureId} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
