import './feeds.css';
import { DownOutlined, PlusOutlined } from '@ant-design/icons';
import { type Feed, feeds } from '@plumbline/contract/telemetry/feeds';
import { type FeedShapeName, feedShapeNames, feedShapes } from '@plumbline/contract/telemetry/feeds.shapes';
import { Button, Dropdown, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { Allowed, useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatShort, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { Console, useConsoleCorporation } from '../../people/corporations/console.parts.tsx';
import { FeedDialog } from './FeedDialog.tsx';
import { FeedPanel } from './FeedPanel.tsx';
import { type FeedsReply, useFeeds } from './feeds.queries.ts';
import { SecretDialog } from './SecretDialog.tsx';

/** Where messages of other networks, brokers and loggers come into a corporation. */
export default function FeedsPage() {
  const { t } = useTranslation();
  const [corporationId] = useConsoleCorporation();
  const [making, setMaking] = useState<Partial<Feed> | null>(null);
  const [newFeed, setNewFeed] = useState<{ readonly feed: Feed; readonly secret: string } | null>(null);
  return (
    <Console
      actions={
        corporationId !== null && (
          <Allowed to={feeds.create}>
            <Space.Compact>
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking({})}>
                {t('feeds:add')}
              </Button>
              <Dropdown
                trigger={['click']}
                menu={{
                  items: feedShapeNames.map((key) => ({ key, label: t(`feedPulls:shape.${key}`) })),
                  onClick: ({ key }) => setMaking(feedShapes[key as FeedShapeName]),
                }}
              >
                <Button type="primary" icon={<DownOutlined />} aria-label={t('feedPulls:shapes')} />
              </Dropdown>
            </Space.Compact>
          </Allowed>
        )
      }
    >
      {(id) => (
        <>
          <FeedList corporationId={id} onAdd={() => setMaking({})} />
          {making && (
            <FeedDialog
              corporationId={id}
              shape={making}
              onMade={(feed, secret) => setNewFeed({ feed, secret })}
              onClose={() => setMaking(null)}
            />
          )}
          {newFeed && <SecretDialog {...newFeed} onClose={() => setNewFeed(null)} />}
        </>
      )}
    </Console>
  );
}

function FeedList({ corporationId, onAdd }: { corporationId: number; onAdd: () => void }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useFeeds(corporationId);
  const [open, setOpen] = useUrlState('feed', '');
  const columns = useColumns(query.data?.states ?? []);
  const chosen = query.data?.feeds.find(({ id }) => String(id) === open);
  return (
    <>
      <DataTable
        rows={query.data?.feeds}
        columns={columns}
        rowKey={({ id }) => id}
        widthPx={320}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        onOpen={({ id }) => setOpen(String(id))}
        isOpen={({ id }) => String(id) === open}
        empty={
          <Empty title={t('feeds:none')} why={t('feeds:noneWhy')}>
            {allowed(feeds.create) && <Button onClick={onAdd}>{t('feeds:add')}</Button>}
          </Empty>
        }
      />
      {chosen && query.data && (
        <FeedPanel
          key={chosen.id}
          corporationId={corporationId}
          feed={chosen}
          state={query.data.states.find(({ feedId }) => feedId === chosen.id)}
          addresses={query.data.addresses}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function useColumns(states: FeedsReply['states']): Columns<Feed> {
  const { t } = useTranslation();
  const language = useLanguage();
  const stateOf = (id: number) => states.find(({ feedId }) => feedId === id);
  return [
    { title: t('feeds:name'), key: 'name', render: (_, { name }) => <span className="pl-b">{name}</span> },
    {
      title: t('feeds:kind'),
      key: 'kind',
      width: 150,
      responsive: ['sm'],
      render: (_, { kind }) => t(`feeds:kinds.${kind}`),
    },
    {
      title: t('formats:wrapping'),
      key: 'wrapping',
      width: 200,
      responsive: ['lg'],
      render: (_, { kind, wrapping }) => (
        <span className="pl-2">{kind === 'edge' ? missing : t(`formats:wrappings.${wrapping}`)}</span>
      ),
    },
    {
      title: t('feeds:lastAt'),
      key: 'lastAt',
      width: 130,
      responsive: ['md'],
      render: (_, { id }) => {
        const at = stateOf(id)?.lastAt;
        return at ? formatShort(at, undefined, language) : missing;
      },
    },
    {
      ...numeric(t('feeds:stored')),
      key: 'stored',
      width: 100,
      responsive: ['md'],
      render: (_, { id }) => formatCount(stateOf(id)?.stored ?? 0),
    },
    {
      ...numeric(t('feeds:refused')),
      key: 'refused',
      width: 100,
      render: (_, { id }) => {
        const refused = stateOf(id)?.refused ?? 0;
        return <span className={refused > 0 ? 'pl-wrong' : ''}>{formatCount(refused)}</span>;
      },
    },
    {
      title: t('feeds:state'),
      key: 'state',
      width: 120,
      render: (_, { id, enabled }) => <State isOn={enabled} connected={stateOf(id)?.connected ?? null} />,
    },
  ];
}

function State({ isOn, connected }: { isOn: boolean; connected: boolean | null }) {
  const { t } = useTranslation();
  if (!isOn) return <span className="pl-3">{t('feeds:off')}</span>;
  if (connected === null) return t('feeds:on');
  return <span className={connected ? '' : 'pl-wrong'}>{t(connected ? 'feeds:connected' : 'feeds:notConnected')}</span>;
}
