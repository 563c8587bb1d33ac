import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import { type Feed, isPulled } from '@plumbline/contract/telemetry/feeds';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useRounds } from './feeds.queries.ts';
import { pullFault } from './pull-fault.ts';

type Round = NonNullable<ReturnType<typeof useRounds>['data']>['rounds'][number];
const listedRounds = 10;

/** How the newest rounds of a feed went that is looked into by the clock, and what is taken once more. */
export function FeedRounds({ corporationId, feed }: { corporationId: number; feed: Feed }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRounds(corporationId, feed.id);
  const [isAsking, setAsking] = useState(false);
  const [isExpanded, setExpanded] = useState(false);
  const { rounds, cursor = '', back = null } = query.data ?? {};
  return (
    <section className="fd-section">
      <div className="pl-row">
        <h3 className="pl-h3 pl-gap">{t('feedPulls:rounds')}</h3>
        {isPulled(feed.kind) && allowed(feedPulls.backFill) && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('feedPulls:askBack')}
          </Button>
        )}
      </div>
      {cursor !== '' && <p className="pl-sm pl-2 fd-wrap">{t('feedPulls:cursor', { cursor })}</p>}
      {back && <p className="pl-sm fd-wrap">{t('feedPulls:back', back)}</p>}
      {rounds === undefined && <SkeletonRows rows={2} />}
      {rounds?.length === 0 && <p className="pl-3 pl-sm">{t('feedPulls:roundsNone')}</p>}
      {rounds && rounds.length > 0 && (
        <ul className="fd-rounds">
          {rounds.slice(0, isExpanded ? rounds.length : listedRounds).map((round) => (
            <RoundLine key={round.id} round={round} />
          ))}
        </ul>
      )}
      {rounds && rounds.length > listedRounds && !isExpanded && (
        <Button size="small" type="link" onClick={() => setExpanded(true)}>
          {t('feedPulls:roundsAll', { count: rounds.length })}
        </Button>
      )}
      {isAsking && <BackFillDialog corporationId={corporationId} feed={feed} onClose={() => setAsking(false)} />}
    </section>
  );
}

function RoundLine({ round }: { round: Round }) {
  const { t } = useTranslation();
  const { at, isBack, messages, stored, unchanged, refused, unknown, fault, from, to } = round;
  return (
    <li data-state={fault === '' ? 'whole' : 'failed'}>
      <div className="pl-row">
        <span className="pl-gap">
          {formatTime(at)}
          {isBack && <span className="pl-3"> · {t('feedPulls:isBack')}</span>}
        </span>
        <span className="pl-sm pl-2">
          {t('feedPulls:outcome', {
            messages: formatCount(messages),
            stored: formatCount(stored),
            unchanged: formatCount(unchanged),
          })}
        </span>
      </div>
      {(refused > 0 || unknown > 0) && (
        <div className="pl-sm">
          {t('feedPulls:notStored', { refused: formatCount(refused), unknown: formatCount(unknown) })}
        </div>
      )}
      {from !== '' && (
        <div className="pl-sm pl-3 fd-wrap">
          {from} – {to}
        </div>
      )}
      {fault !== '' && <div className="pl-sm fd-fault fd-wrap">{pullFault(t, fault)}</div>}
    </li>
  );
}

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'from', label: 'feedPulls:from', tips: 'feedPulls:fromTip', span: 2 },
  { type: 'INPUT', prop: 'until', label: 'feedPulls:until', tips: 'feedPulls:untilTip', span: 2 },
];

function BackFillDialog({ corporationId, feed, onClose }: { corporationId: number; feed: Feed; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run } = useWrite(feedPulls.backFill);
  const from =
    feed.kind === 'http' ? `${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 13)}:00:00Z` : '';
  return (
    <FormDialog
      title={t('feedPulls:askBack')}
      schema={feedPulls.backFill.input}
      fixed={{ corporationId, feedId: feed.id }}
      initial={{ from, until: undefined }}
      fields={fields}
      saveLabel={t('feedPulls:askBackAct')}
      onSave={async (input: never) => {
        await run(input);
        toasts.done(t('feedPulls:asked'));
      }}
      onClose={onClose}
    >
      <p className="pl-sm pl-2">{t(feed.kind === 'http' ? 'feedPulls:askBackAbout' : 'feedPulls:askBackAboutSql')}</p>
    </FormDialog>
  );
}
