import { feedPulls, type PreviewSource } from '@plumbline/contract/telemetry/feed-pulls';
import type { Feed } from '@plumbline/contract/telemetry/feeds';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { read } from '../../../kernel/reads.ts';
import { QuickPointsDialog } from './QuickPointsDialog.tsx';

type Preview = Reply<typeof feedPulls.preview>;

/**
 * Shows the present data of the source of a feed, and what would be stored of it. From here it becomes devices and
 * points. Long because its states are seen beside each other.
 */
export function FeedPreview({ corporationId, feed }: { corporationId: number; feed: Feed }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<readonly PreviewSource[] | null>(null);
  if (!allowed(feedPulls.preview)) return null;
  const load = async () => {
    setBusy(true);
    try {
      setPreview(await read(feedPulls.preview, { corporationId, feedId: feed.id }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  const fresh = preview?.sources.filter(
    ({ sncode, leaves, source }) => sncode === null && source !== '' && leaves.length > 0,
  );
  return (
    <section className="fd-section">
      <div className="pl-row">
        <h3 className="pl-h3 pl-gap">{t('feedPulls:preview')}</h3>
        {fresh && fresh.length > 0 && allowed(feedPulls.quickCreate) && (
          <Button size="small" type="primary" onClick={() => setChosen(fresh)}>
            {t('feedPulls:quick')}
          </Button>
        )}
        <Button size="small" loading={isBusy} onClick={() => void load()}>
          {t('feedPulls:look')}
        </Button>
      </div>
      {preview === null && <p className="pl-3 pl-sm">{t('feedPulls:previewAbout')}</p>}
      {preview !== null && preview.fault !== '' && (
        <Alert type="error" title={t('feedPulls:previewFailed')} description={preview.fault} />
      )}
      {preview?.fault === '' && (
        <p className="pl-sm pl-2">
          {t(preview.isMore ? 'feedPulls:previewMore' : 'feedPulls:previewCount', { count: preview.messages })}
        </p>
      )}
      {preview?.faults.map((fault) => (
        <p key={fault} className="pl-sm fd-fault">
          {t(`formats:faults.${fault}`)}
        </p>
      ))}
      {preview?.sources.map((each) => (
        <Source key={each.source} source={each} />
      ))}
      {chosen && (
        <QuickPointsDialog
          corporationId={corporationId}
          feed={feed}
          sources={chosen}
          onDone={() => void load()}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}

function Source({ source }: { source: PreviewSource }) {
  const { t } = useTranslation();
  const { source: name, sncode, deviceName, values, faults, at, sample } = source;
  return (
    <div className="fd-source">
      <div className="pl-row">
        <span className="pl-gap fd-wrap">
          <code className="fd-wrap">{name === '' ? t('feedPulls:nameless') : name}</code>{' '}
          <span className="pl-3 pl-sm">{sncode === null ? t('feedPulls:noDevice') : `${deviceName} (${sncode})`}</span>
        </span>
        <span className="pl-3 pl-sm">{at && formatTime(at)}</span>
      </div>
      {values.length > 0 && (
        <div className="pl-sm fd-wrap">
          {values.map(({ channel, quantity, value }) => `${channel} ${quantity} = ${value ?? '–'}`).join(' · ')}
        </div>
      )}
      {faults
        .filter((fault) => fault !== 'sourceUnknown')
        .map((fault) => (
          <div key={fault} className="pl-sm fd-fault">
            {t(`formats:faults.${fault}`)}
          </div>
        ))}
      <details>
        <summary className="pl-sm pl-2">{t('feedPulls:sample')}</summary>
        <pre className="fd-frame">{sample}</pre>
      </details>
    </div>
  );
}
