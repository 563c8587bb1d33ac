import './no-network.css';
import { DisconnectOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../../design/States.tsx';
import { Unreachable } from '../../kernel/call.ts';
import { wordsOf } from '../../kernel/failures.ts';
import OfflineWork from './offline-work.parts.tsx';
import { useReturn } from './return.queries.ts';

/**
 * Stands in the place of every page while the server cannot be asked who is here: says what works on this device and what waits to
 * be sent, and goes on at the address that was asked for when the server answers. Nobody is signed out by it.
 */
export default function NoNetworkPage() {
  const { t } = useTranslation();
  const { failure, isAsking, retry } = useReturn();
  if (failure === null)
    return (
      <main className="nn">
        <SkeletonRows rows={6} rowPx={56} />
      </main>
    );
  const isAway = !(failure instanceof Unreachable) || failure.reason === 'status';
  return (
    <main className="nn">
      <div className="nn-head" role="status">
        <DisconnectOutlined aria-hidden />
        <h1>{t(isAway ? 'fieldWork:noNetwork.away' : 'fieldWork:noNetwork.title')}</h1>
        <p>{isAway ? wordsOf(failure, t).words : t('fieldWork:noNetwork.why')}</p>
        <p className="pl-2">{t('fieldWork:noNetwork.goesOn')}</p>
      </div>
      <OfflineWork />
      <Button size="large" block icon={<ReloadOutlined />} loading={isAsking} onClick={retry}>
        {t('fieldWork:noNetwork.tryNow')}
      </Button>
    </main>
  );
}
