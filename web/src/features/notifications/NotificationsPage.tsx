import './notifications.css';
import { CheckOutlined, DeleteOutlined } from '@ant-design/icons';
import { type Notification, notifications } from '@plumbline/contract/notifications';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { useNotificationText } from '../../app/shell/notification-words.ts';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { LevelMark } from '../../design/Level.tsx';
import { Pages } from '../../design/Pages.tsx';
import { Page } from '../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Segmented, Toolbar } from '../../design/Toolbar.tsx';
import { formatAge, formatCount, formatTime, formatZone } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useRead } from '../../kernel/reads.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { useWrite } from '../../kernel/writes.ts';

const pageSize = 50;

/** Everything that the person was told, newest first: all or unread, read and deleted in bulk. */
export default function NotificationsPage() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: deleteNotifications } = useWrite(notifications.bulkDelete);
  const [show, setShow] = useUrlState<'all' | 'unread'>('show', 'all');
  const [pageText, setPage] = useUrlState('page', '1');
  const page = Math.max(1, Number(pageText) || 1);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [deleting, setDeleting] = useState(false);
  const query = useRead(
    notifications.list,
    { page, pageSize, ...(show === 'unread' ? { unread: 'true' } : {}) },
    {
      placeholderData: keepPreviousData,
    },
  );
  const list = query.data?.notifications ?? [];
  const mine = useMemo(
    () => (query.data?.notifications ?? []).filter((each) => chosen.has(each.id)),
    [query.data, chosen],
  );
  const read = useWrite(notifications.bulkRead, { onSuccess: () => setChosen(new Set()), onError: toasts.failed });
  const isReadingAll = read.isPending && read.sent?.input.notificationIds === undefined;
  const toggle = (id: number): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const unread = query.data?.unread ?? 0;
  return (
    <Page
      flush
      title={t('notifications:title')}
      note={t('common:zone', { zone: formatZone() })}
      actions={
        <Button icon={<CheckOutlined />} disabled={unread === 0} loading={isReadingAll} onClick={() => read.mutate({})}>
          {t('notifications:readAll')}
        </Button>
      }
    >
      <Toolbar label={t('notifications:toolbar')}>
        <Segmented
          label={t('notifications:show')}
          value={show}
          onChange={(next) => {
            setChosen(new Set());
            setPage(null);
            setShow(next);
          }}
          options={[
            { value: 'all', label: t('notifications:all') },
            {
              value: 'unread',
              label: (
                <>
                  {t('notifications:unread')} <span className="pl-count">{formatCount(unread)}</span>
                </>
              ),
            },
          ]}
        />
        <span className="pl-gap" />
        {mine.length > 0 && (
          <>
            <span className="pl-sm pl-2">{t('notifications:chosen', { count: mine.length })}</span>
            <Button
              size="small"
              icon={<CheckOutlined />}
              loading={read.isPending && !isReadingAll}
              onClick={() => read.mutate({ notificationIds: mine.map(({ id }) => id) })}
            >
              {t('notifications:read')}
            </Button>
            <Button size="small" icon={<DeleteOutlined />} onClick={() => setDeleting(true)}>
              {t('common:delete')}
            </Button>
          </>
        )}
      </Toolbar>
      <div className="nt-scroll">
        <Answer
          query={query}
          loading={<SkeletonRows rows={10} rowPx={52} />}
          isEmpty={(data) => data.notifications.length === 0}
          empty={
            show === 'unread' ? (
              <Empty title={t('notifications:noneUnread')} why={t('notifications:noneUnreadWhy')}>
                <Button onClick={() => setShow('all')}>{t('notifications:showAll')}</Button>
              </Empty>
            ) : (
              <Empty title={t('notifications:none')} why={t('notifications:noneWhy')} />
            )
          }
        >
          {() => (
            <>
              <div className="nt-row head pl-micro pl-3">
                <Checkbox
                  aria-label={t('notifications:chooseAll')}
                  checked={mine.length === list.length}
                  indeterminate={mine.length > 0 && mine.length < list.length}
                  onChange={() =>
                    setChosen(mine.length === list.length ? new Set() : new Set(list.map(({ id }) => id)))
                  }
                />
                <span />
                <span>{t('notifications:what')}</span>
                <span className="pl-num">{t('notifications:when')}</span>
              </div>
              {list.map((each) => (
                <Row key={each.id} notification={each} chosen={chosen.has(each.id)} onToggle={() => toggle(each.id)} />
              ))}
            </>
          )}
        </Answer>
      </div>
      {query.data && query.data.total > pageSize && (
        <footer className="nt-foot">
          <Pages at={page} pageSize={pageSize} total={query.data.total} onChange={(next) => setPage(String(next))} />
        </footer>
      )}
      <ConfirmDestructive
        open={deleting}
        title={t('notifications:deleteTitle', { count: mine.length })}
        lost={t('notifications:deleteLost')}
        action={t('common:delete')}
        onConfirm={async () => {
          await deleteNotifications({ notificationIds: mine.map(({ id }) => id) });
          setChosen(new Set());
        }}
        onClose={() => setDeleting(false)}
      />
    </Page>
  );
}

function Row({
  notification,
  chosen,
  onToggle,
}: {
  notification: Notification;
  chosen: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { title, detail } = useNotificationText()(notification);
  return (
    <div className={`nt-row${chosen ? ' on' : ''}`}>
      <Checkbox aria-label={t('notifications:choose', { title })} checked={chosen} onChange={onToggle} />
      <span>{notification.level !== null && notification.level > 0 && <LevelMark level={notification.level} />}</span>
      <Link to={to('NotificationDetail', { notificationId: notification.id })} className="pl-ell">
        <span className={notification.readAt === null ? 'pl-bb' : 'pl-2'}>{title}</span>
        <span className="pl-sm pl-3 pl-ell" style={{ display: 'block' }}>
          {detail}
        </span>
      </Link>
      <time
        className="pl-num pl-sm pl-2"
        dateTime={notification.createdAt}
        title={`${formatTime(notification.createdAt)} ${formatZone()}`}
      >
        {formatAge(notification.createdAt, language)}
      </time>
    </div>
  );
}
