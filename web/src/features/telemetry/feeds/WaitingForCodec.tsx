import { feedWaiting } from '@plumbline/contract/telemetry/feed-waiting';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useWaiting } from './feeds.queries.ts';

/** Messages of a feed that were taken and wait for the codec of a plug-in. Nothing is drawn where none does. */
export function WaitingForCodec({ corporationId, feedId }: { corporationId: number; feedId: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const allowed = useAllowed();
  const { data } = useWaiting(corporationId, feedId);
  const { run: retry, isPending } = useWrite(feedWaiting.retry);
  const { run: discard } = useWrite(feedWaiting.discard);
  const [discarding, setDiscarding] = useState(false);
  if (!data || data.total === 0) return null;
  const one = { corporationId, feedId };
  return (
    <section className="fd-section" data-state="waiting-for-codec">
      <div className="pl-row">
        <h3 className="pl-h3 pl-gap">{t('feeds:waiting', { count: data.total, shown: formatCount(data.total) })}</h3>
        {allowed(feedWaiting.retry) && (
          <>
            <Button size="small" loading={isPending} onClick={() => void retry(one)}>
              {t('feeds:retry')}
            </Button>
            <Button size="small" onClick={() => setDiscarding(true)}>
              {t('feeds:discard')}
            </Button>
          </>
        )}
      </div>
      <p className="pl-2 pl-sm">{t('feeds:waitingMeans')}</p>
      {data.waiting.slice(0, 20).map((each) => (
        <details key={`${each.source} ${each.since} ${each.hex ?? each.text ?? ''}`}>
          <summary className="pl-sm">
            <code className="fd-wrap">{each.source}</code>{' '}
            <span className="pl-3">
              {formatShort(each.since, undefined, language)} · {t(`plugins:faults.${each.fault}`)}
            </span>
          </summary>
          <pre className="fd-frame">{each.hex ?? each.text}</pre>
          <p className="pl-3 pl-sm">{each.detail}</p>
        </details>
      ))}
      <ConfirmDestructive
        open={discarding}
        title={t('feeds:discardTitle', { count: data.total, shown: formatCount(data.total) })}
        lost={t('feeds:discardLost')}
        action={t('feeds:discard')}
        onConfirm={() => discard(one)}
        onClose={() => setDiscarding(false)}
      />
    </section>
  );
}
