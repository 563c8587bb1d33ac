import { BellOutlined } from '@ant-design/icons';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { limits } from '@plumbline/contract/kernel/constants';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../../design/States.tsx';
import { useRead } from '../../kernel/reads.ts';
import { Dropdown } from './Dropdown.tsx';

const BellList = lazy(() => import('./BellList.tsx'));
/** What a new alert does is loaded beside the first page: the socket opens seconds later. */
const BellWarnings = lazy(() => import('./BellWarnings.tsx'));

/** Counts what is unread, warns of an alert with sound and a toast, and shows the newest ten in 320 px. */
export function Bell() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = useRead(notifications.latest, {});
  const unread = data?.unread ?? 0;
  return (
    <>
      <Suspense>
        <BellWarnings latest={data} />
      </Suspense>
      <Dropdown
        open={open}
        onOpenChange={setOpen}
        side="right"
        widthPx={limits.popoverWidthPx}
        paddingPx={0}
        button={
          <button
            type="button"
            className="pl-bare ic"
            aria-label={t('shell:bell.count', { count: unread })}
            aria-expanded={open}
          >
            <BellOutlined style={{ fontSize: 16 }} />
            {unread > 0 && <span className="bdg">{unread > 99 ? '99+' : unread}</span>}
          </button>
        }
      >
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <BellList onDone={() => setOpen(false)} />
        </Suspense>
      </Dropdown>
    </>
  );
}
