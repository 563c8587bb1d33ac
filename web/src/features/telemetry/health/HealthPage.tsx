import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { holdsThroughout, useSession } from '../../../kernel/session.ts';
import { HealthList } from './HealthList.tsx';
import { LimitsNote } from './LimitsNote.tsx';

/** The health of every device that one may see, over all projects. */
export default function HealthPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { user } = session;
  return (
    <Page
      flush
      title={
        holdsThroughout(session, 'Retrieve:Device') ? (
          <PagePath to={to('DeviceWarehouse')} above={t('warehouse:title')}>
            {t('health:title')}
          </PagePath>
        ) : (
          t('health:title')
        )
      }
      actions={user.corporationId === null ? undefined : <LimitsNote corporationId={user.corporationId} />}
    >
      <HealthList />
    </Page>
  );
}
