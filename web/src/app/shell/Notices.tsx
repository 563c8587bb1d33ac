import { Button } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasFieldWork } from '../../kernel/field-work-mark.ts';
import { useHasNetwork } from '../../kernel/network.ts';
import { useLongLost } from '../../kernel/socket.ts';
import { to } from '../paths.ts';
import { useOpenPage } from './open-page.ts';
import { useServerVersion } from './server-version.queries.ts';

/**
 * Says above the page that what is shown may be old, and that a newer version runs. What was entered in field work and waits is
 * sent meanwhile, whichever page the person has come back to.
 */
export default function Notices(): ReactNode {
  useEffect(() => {
    if (hasFieldWork())
      void import('../../features/points/field-store/sending.parts.ts').then(
        (sending) => sending.keepSending(),
        () => undefined,
      );
  }, []);
  return (
    <>
      <Offline />
      <OldVersion />
    </>
  );
}

/** Says what a lost connection means on this page, and without a network where one can go on. */
function Offline() {
  const { t } = useTranslation();
  const page = useOpenPage();
  const isLost = useLongLost();
  const hasNetwork = useHasNetwork();
  if (!isLost) return null;
  const meaning =
    page?.name === 'InspectionRound' ? 'offlineRound' : page?.refreshes === true ? 'offlineValues' : 'offlinePage';
  return (
    <div className="offline" role="status">
      <span className="pl-gap">
        {t(hasNetwork ? 'shell:lost' : 'shell:noNetwork')} {t(`shell:${meaning}`)}
      </span>
      {!hasNetwork && <Link to={to('NoNetwork')}>{t('shell:worksOffline')}</Link>}
    </div>
  );
}

function OldVersion() {
  const { t } = useTranslation();
  const version = useServerVersion();
  if (!version.isOld) return null;
  return (
    <div className="offline" role="status">
      <span className="pl-gap">{t('shell:update', { version: version.server, page: version.page })}</span>
      <Button size="small" onClick={() => location.reload()}>
        {t('shell:reload')}
      </Button>
    </div>
  );
}
