import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { Empty } from '../design/States.tsx';

/** Kept on the device beside field work; where it is not, nothing is there to be listed. */
const OfflineWork = lazy(() =>
  import('../screens/no-network/offline-work.parts.tsx').catch(() => ({ default: () => null })),
);

const tryEveryMs = 3_000;

/** Returns whether the server answers at all. */
const isReachable = (): Promise<boolean> =>
  fetch('./', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * A page that failed in itself, or whose file could not be fetched: because there is no connection, and then the page opens
 * by itself when there is one again, or because the file is no longer on the server after an update.
 */
export function Broken() {
  const { t } = useTranslation();
  const error = useRouteError();
  // As browsers and the bundler say it, of scripts and of styles.
  const isUnfetched =
    error instanceof Error && /dynamically imported|importing a module|module script|preload CSS/i.test(error.message);
  const isOffline = useOffline(isUnfetched);
  if (isOffline)
    return (
      <Empty title={t('shell:broken.offline')} why={t('shell:broken.offlineWhy')}>
        <Suspense>
          <OfflineWork />
        </Suspense>
      </Empty>
    );
  return (
    <Empty
      title={isUnfetched ? t('shell:broken.updated') : t('shell:broken.title')}
      why={!isUnfetched && error instanceof Error ? error.message : undefined}
    >
      <Button type="primary" onClick={() => location.reload()}>
        {t('shell:broken.reload')}
      </Button>
    </Empty>
  );
}

/** Returns whether the server cannot be reached; loads the page again once it can. Nothing typed is lost: the page never opened. */
function useOffline(isUnfetched: boolean): boolean {
  const [isOffline, setOffline] = useState(isUnfetched && !navigator.onLine);
  useEffect(() => {
    if (!isUnfetched) return;
    let wasOffline = !navigator.onLine;
    let isGone = false;
    const check = async (): Promise<void> => {
      const reachable = await isReachable();
      if (isGone) return;
      if (reachable && wasOffline) location.reload();
      wasOffline = !reachable;
      setOffline(!reachable);
    };
    void check();
    const timer = setInterval(() => void check(), tryEveryMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isUnfetched]);
  return isOffline;
}
