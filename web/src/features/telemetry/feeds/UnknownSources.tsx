import { type Feed, type FeedUnknown, feeds } from '@plumbline/contract/telemetry/feeds';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { AdoptDialog } from './AdoptDialog.tsx';
import { useUnknownSources } from './feeds.queries.ts';

/** Lists the senders of a feed that are no device yet, with the newest messages; from here each becomes one. */
export function UnknownSources({ corporationId, feed }: { corporationId: number; feed: Feed }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useUnknownSources(corporationId, feed.id);
  const { run: forget } = useWrite(feeds.forget);
  const [adopting, setAdopting] = useState<FeedUnknown | null>(null);
  const unknown = query.data?.unknown;
  return (
    <section className="fd-section">
      <div className="pl-row">
        <h3 className="pl-h3 pl-gap">{t('feeds:unknown', { count: unknown?.length ?? 0 })}</h3>
        {unknown && unknown.length > 0 && allowed(feeds.forget) && (
          <Button size="small" onClick={() => void forget({ corporationId, feedId: feed.id })}>
            {t('feeds:forget')}
          </Button>
        )}
      </div>
      {unknown === undefined && <SkeletonRows rows={2} />}
      {unknown?.length === 0 && <p className="pl-3 pl-sm">{t('feeds:unknownNone')}</p>}
      {unknown?.map((each) => (
        <Source
          key={each.source}
          unknown={each}
          onAdopt={allowed(feeds.assign) ? () => setAdopting(each) : undefined}
        />
      ))}
      {adopting && (
        <AdoptDialog corporationId={corporationId} feed={feed} unknown={adopting} onClose={() => setAdopting(null)} />
      )}
    </section>
  );
}

function Source({ unknown, onAdopt }: { unknown: FeedUnknown; onAdopt: (() => void) | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className="fd-source">
      <div className="pl-row">
        <span className="pl-gap">
          <code className="fd-wrap">{unknown.source}</code>{' '}
          <span className="pl-3 pl-sm">
            {t('feeds:times', { count: unknown.times, shown: formatCount(unknown.times) })} ·{' '}
            {formatShort(unknown.lastAt, undefined, language)}
          </span>
        </span>
        {onAdopt && (
          <Button size="small" onClick={onAdopt}>
            {t('feeds:adopt')}
          </Button>
        )}
      </div>
      <details>
        <summary className="pl-sm pl-2">{t('feeds:messages', { count: unknown.frames.length })}</summary>
        {unknown.frames.map((frame) => (
          <pre key={`${frame.at} ${frame.hex.length}`} className="fd-frame">
            {frame.topic === '' ? '' : `${frame.topic}\n`}
            {frame.text ?? frame.hex}
          </pre>
        ))}
      </details>
    </div>
  );
}
