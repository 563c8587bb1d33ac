import { CloseOutlined, DeleteOutlined, EditOutlined, KeyOutlined } from '@ant-design/icons';
import { type Feed, type FeedState, feeds, isFetched, isPolled, isPulled } from '@plumbline/contract/telemetry/feeds';
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { DetailPane } from '../../../design/DetailPane.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatTime, missing } from '../../../kernel/format.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { LinkDoctor, LiveViewDialog } from '../../devices/frames/frames.parts.tsx';
import { Copied } from './Copied.tsx';
import { EdgeReach, EdgeState } from './EdgeFacts.tsx';
import { FeedDevices } from './FeedDevices.tsx';
import { FeedDialog } from './FeedDialog.tsx';
import { FeedPreview } from './FeedPreview.tsx';
import { FeedRounds } from './FeedRounds.tsx';
import type { FeedsReply } from './feeds.queries.ts';
import { pullFacts } from './pull-facts.tsx';
import { pullFault } from './pull-fault.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { UnknownSources } from './UnknownSources.tsx';
import { uploadFacts } from './upload-facts.tsx';
import { WaitingForCodec } from './WaitingForCodec.tsx';

interface Props {
  readonly corporationId: number;
  readonly feed: Feed;
  readonly state: FeedState | undefined;
  readonly addresses: FeedsReply['addresses'];
  readonly onClose: () => void;
}

/** One feed: how its sender reaches it, what came, who is unknown, who is which device. */
export function FeedPanel({ corporationId, feed, state, addresses, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <DetailPane label={feed.name} widthPx={560} onClose={onClose}>
      <div className="fd-head">
        <div className="pl-gap">
          <div className="pl-sm pl-3">{t(`feeds:kinds.${feed.kind}`)}</div>
          <h2 className="pl-ell">{feed.name}</h2>
        </div>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </div>
      <div className="fd-body">
        {feed.kind === 'edge' ? (
          <>
            <EdgeReach feed={feed} url={addresses.webhook.replace(/\/api\/feeds\/$/, '')} />
            <EdgeState state={state} />
            <StateFacts state={state} />
          </>
        ) : (
          <>
            <Reach feed={feed} addresses={addresses} />
            {isPulled(feed.kind) && <FeedPreview corporationId={corporationId} feed={feed} />}
            <StateFacts state={state} />
            <WaitingForCodec corporationId={corporationId} feedId={feed.id} />
            {isPolled(feed.kind) && <FeedRounds corporationId={corporationId} feed={feed} />}
            <FeedLink corporationId={corporationId} feed={feed} />
            <UnknownSources corporationId={corporationId} feed={feed} />
            <FeedDevices corporationId={corporationId} feed={feed} />
          </>
        )}
      </div>
      <Actions corporationId={corporationId} feed={feed} onGone={onClose} />
    </DetailPane>
  );
}

/** How its sender reaches it. */
function Reach({ feed, addresses }: Pick<Props, 'feed' | 'addresses'>) {
  const { t } = useTranslation();
  const { broker } = addresses;
  const facts: (readonly [ReactNode, ReactNode])[] = [[t('formats:wrapping'), t(`formats:wrappings.${feed.wrapping}`)]];
  if (feed.kind === 'webhook')
    facts.push([t('feeds:address'), <Copied key="a" text={`${addresses.webhook}${feed.key}`} />]);
  if (feed.kind === 'webhook') facts.push([t('feeds:shows'), t('feeds:showsHow')]);
  if (feed.kind === 'broker') {
    facts.push([t('feeds:address'), broker ? <Copied key="a" text={`${broker.host}:${broker.port}`} /> : missing]);
    facts.push([t('feeds:userName'), <Copied key="u" text={feed.key} />]);
    facts.push([t('feeds:password'), t('feeds:secretOfFeed')]);
  }
  if (feed.kind === 'externalBroker') {
    facts.push([t('feeds:address'), `${feed.host}:${feed.port ?? (feed.tls ? 8883 : 1883)}`]);
    facts.push([t('feeds:topics'), feed.topics.join(', ')]);
  }
  if (feed.kind === 'ftp' || feed.kind === 'mailbox') {
    facts.push([t('feeds:address'), `${feed.host}:${feed.port ?? (feed.kind === 'ftp' ? 21 : 993)}`]);
    facts.push([t('feeds:remotePath'), feed.path ?? (feed.kind === 'ftp' ? '/' : 'INBOX')]);
    facts.push([t('feeds:pattern'), feed.pattern ?? '*']);
    facts.push([t('feeds:pollSeconds'), `${feed.pollSeconds} s`]);
  }
  facts.push(...pullFacts(feed, t));
  if (feed.kind === 'mailbox') facts.push([t('feeds:senders'), feed.senders.join(', ')]);
  if (feed.kind === 'folder')
    facts.push([t('feeds:folder'), <Copied key="f" text={`DATA_DIR/${addresses.folder}/${feed.key}`} />]);
  if (feed.kind === 'folder') facts.push(...uploadFacts(feed, addresses, t));
  return <Facts facts={facts} />;
}

function StateFacts({ state }: { state: FeedState | undefined }) {
  const { t } = useTranslation();
  const { lastFault = null, lastFaultAt = null, lastFaultDetail = '' } = state ?? {};
  return (
    <section className="fd-section">
      <h3 className="pl-h3">{t('feeds:arrived')}</h3>
      <Facts
        facts={[
          [t('feeds:lastAt'), state?.lastAt ? formatTime(state.lastAt) : missing],
          [t('feeds:received'), formatCount(state?.received ?? 0)],
          [t('feeds:stored'), formatCount(state?.stored ?? 0)],
          [t('feeds:refused'), formatCount(state?.refused ?? 0)],
          [
            t('feeds:lastFault'),
            lastFault === null ? (
              missing
            ) : (
              <span key="fault" className="fd-wrap">
                {t(`formats:faults.${lastFault}`)}
                <span className="pl-3">
                  {' '}
                  {pullFault(t, lastFaultDetail)} {lastFaultAt && formatTime(lastFaultAt)}
                </span>
              </span>
            ),
          ],
        ]}
      />
    </section>
  );
}

/** What is wrong with it, and what passes there. */
function FeedLink({ corporationId, feed: { id, name } }: { corporationId: number; feed: Feed }) {
  const { t } = useTranslation();
  const [live, setLive] = useUrlState('live', '');
  const target = { corporationId, feedId: id };
  return (
    <section className="fd-section">
      <h3 className="pl-h3 pl-row">
        <span className="pl-gap">{t('frames:doctor')}</span>
        <Button size="small" onClick={() => setLive('1')}>
          {t('frames:open')}
        </Button>
      </h3>
      <Suspense fallback={<SkeletonRows rows={2} />}>
        <LinkDoctor target={target} />
        {live !== '' && <LiveViewDialog target={target} name={name} onClose={() => setLive(null)} />}
      </Suspense>
    </section>
  );
}

function Actions({ corporationId, feed, onGone }: { corporationId: number; feed: Feed; onGone: () => void }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { run: remove } = useWrite(feeds.remove);
  const { run: newSecret } = useWrite(feeds.newSecret);
  const [doing, setDoing] = useState<'edit' | 'remove' | 'secret' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const stop = (): void => setDoing(null);
  const one = { corporationId, feedId: feed.id };
  if (!allowed(feeds.update)) return null;
  return (
    <div className="fd-actions pl-row">
      <Button type="primary" icon={<EditOutlined />} onClick={() => setDoing('edit')}>
        {t('common:edit')}
      </Button>
      {!isFetched(feed.kind) && !isPolled(feed.kind) && (
        <Button icon={<KeyOutlined />} onClick={() => setDoing('secret')}>
          {t('feeds:newSecret')}
        </Button>
      )}
      <span className="pl-gap" />
      <Button icon={<DeleteOutlined />} onClick={() => setDoing('remove')}>
        {t('common:delete')}
      </Button>
      {doing === 'edit' && <FeedDialog corporationId={corporationId} feed={feed} onClose={stop} />}
      {secret !== null && <SecretDialog feed={feed} secret={secret} onClose={() => setSecret(null)} />}
      <ConfirmDestructive
        open={doing === 'secret'}
        title={t('feeds:newSecretTitle', { name: feed.name })}
        lost={t('feeds:newSecretLost')}
        action={t('feeds:newSecret')}
        onConfirm={async () => setSecret((await newSecret(one)).secret)}
        onClose={stop}
      />
      <ConfirmDestructive
        open={doing === 'remove'}
        title={t('feeds:removeTitle', { name: feed.name })}
        lost={t('feeds:removeLost')}
        action={t('common:delete')}
        onConfirm={async () => {
          await remove(one);
          onGone();
        }}
        onClose={stop}
      />
    </div>
  );
}
