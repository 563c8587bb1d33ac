import './notifications.css';
import { CheckOutlined, DeleteOutlined, FilterOutlined } from '@ant-design/icons';
import { type Notification, notifications } from '@plumbline/contract/alerts/notifications';
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { type Dispatch, lazy, type SetStateAction, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useNotificationText } from '../../../app/shell/notification-words.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { LevelMark } from '../../../design/Level.tsx';
import { Pages } from '../../../design/Pages.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { formatAge, formatCount, formatTime, formatZone } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';

const KindsPanel = lazy(() => import('./KindsPanel.tsx'));
const pageSize = 50;
type Show = 'all' | 'unread';
const noRows: readonly never[] = [];

/** Everything that the person was told, newest first: all or unread, read and deleted in bulk. */
export default function NotificationsPage() {
  const { t } = useTranslation();
  const [show, setShow] = useUrlState<Show>('show', 'all');
  const [pageText, setPage] = useUrlState('page', '1');
  const page = Math.max(1, Number(pageText) || 1);
  const [deleting, setDeleting] = useState(false);
  const query = useRead(
    notifications.list,
    { page, pageSize, ...(show === 'unread' ? { unread: 'true' } : {}) },
    { placeholderData: keepPreviousData },
  );
  const { mine, setChosen } = useChosen(query.data?.notifications);
  const empty = (): void => setChosen(new Set());
  const { isReading, isReadingAll, readAll, readSome } = useReading(empty);
  const unread = query.data?.unread ?? 0;
  return (
    <Page
      flush
      title={t('notifications:title')}
      note={t('common:zone', { zone: formatZone() })}
      actions={
        <>
          <KindsChoice />
          <Button icon={<CheckOutlined />} disabled={unread === 0} loading={isReadingAll} onClick={readAll}>
            {t('notifications:readAll')}
          </Button>
        </>
      }
    >
      <Toolbar label={t('notifications:toolbar')}>
        <ShowChoice
          show={show}
          unread={unread}
          onShow={(next) => {
            empty();
            setPage(null);
            setShow(next);
          }}
        />
        <span className="pl-gap" />
        <ChosenActs
          count={mine.length}
          isReading={isReading && !isReadingAll}
          onRead={() => readSome(mine)}
          onDelete={() => setDeleting(true)}
        />
      </Toolbar>
      <div className="nt-scroll">
        <Listed query={query} show={show} onAll={() => setShow('all')} chosen={mine} onChoose={setChosen} />
      </div>
      {query.data && query.data.total > pageSize && (
        <footer className="nt-foot">
          <Pages at={page} pageSize={pageSize} total={query.data.total} onChange={(next) => setPage(String(next))} />
        </footer>
      )}
      <DeleteDialog chosen={mine} isOpen={deleting} onDone={empty} onClose={() => setDeleting(false)} />
    </Page>
  );
}

/** Leads to which kinds reach the person. */
function KindsChoice() {
  const { t } = useTranslation();
  const [kinds, setKinds] = useUrlState('kinds', '');
  return (
    <>
      <Button icon={<FilterOutlined />} aria-label={t('notifications:kinds.open')} onClick={() => setKinds('open')}>
        <span className="pl-wide-only">{t('notifications:kinds.open')}</span>
      </Button>
      {kinds !== '' && (
        <Suspense>
          <KindsPanel onClose={() => setKinds(null)} />
        </Suspense>
      )}
    </>
  );
}

function Listed({
  query,
  show,
  onAll,
  chosen,
  onChoose,
}: {
  query: UseQueryResult<Reply<typeof notifications.list>>;
  show: Show;
  onAll: () => void;
  chosen: readonly Notification[];
  onChoose: Dispatch<SetStateAction<ReadonlySet<number>>>;
}) {
  return (
    <Answer
      query={query}
      loading={<SkeletonRows rows={10} rowPx={52} />}
      isEmpty={(data) => data.notifications.length === 0}
      empty={<EmptyList show={show} onAll={onAll} />}
    >
      {(data) => <Rows list={data.notifications} chosen={chosen} onChoose={onChoose} />}
    </Answer>
  );
}

/** Asks before those that are chosen go. */
function DeleteDialog({
  chosen,
  isOpen,
  onDone,
  onClose,
}: {
  chosen: readonly Notification[];
  isOpen: boolean;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: deleteNotifications } = useWrite(notifications.bulkDelete);
  return (
    <ConfirmDestructive
      open={isOpen}
      title={t('notifications:deleteTitle', { count: chosen.length })}
      lost={t('notifications:deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await deleteNotifications({ notificationIds: chosen.map(({ id }) => id) });
        onDone();
      }}
      onClose={onClose}
    />
  );
}

/** Marks notifications as read: all there are, or some. */
function useReading(onDone: () => void) {
  const toasts = useToasts();
  const { mutate, isPending, sent } = useWrite(notifications.bulkRead, { onSuccess: onDone, onError: toasts.failed });
  return {
    isReading: isPending,
    isReadingAll: isPending && sent?.input.notificationIds === undefined,
    readAll: () => mutate({}),
    readSome: (some: readonly Notification[]) => mutate({ notificationIds: some.map(({ id }) => id) }),
  };
}

/** What of the list is chosen. */
function useChosen(list: readonly Notification[] = noRows) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const mine = useMemo(() => list.filter((each) => chosen.has(each.id)), [list, chosen]);
  return { mine, setChosen };
}

function ShowChoice({ show, unread, onShow }: { show: Show; unread: number; onShow: (show: Show) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('notifications:show')}
      value={show}
      onChange={onShow}
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
  );
}

/** What is done with those that are chosen. */
function ChosenActs({
  count,
  isReading,
  onRead,
  onDelete,
}: {
  count: number;
  isReading: boolean;
  onRead: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <>
      <span className="pl-sm pl-2">{t('notifications:chosen', { count })}</span>
      <Button size="small" icon={<CheckOutlined />} loading={isReading} onClick={onRead}>
        {t('notifications:read')}
      </Button>
      <Button size="small" icon={<DeleteOutlined />} onClick={onDelete}>
        {t('common:delete')}
      </Button>
    </>
  );
}

function EmptyList({ show, onAll }: { show: Show; onAll: () => void }) {
  const { t } = useTranslation();
  if (show === 'all') return <Empty title={t('notifications:none')} why={t('notifications:noneWhy')} />;
  return (
    <Empty title={t('notifications:noneUnread')} why={t('notifications:noneUnreadWhy')}>
      <Button onClick={onAll}>{t('notifications:showAll')}</Button>
    </Empty>
  );
}

function Rows({
  list,
  chosen,
  onChoose,
}: {
  list: readonly Notification[];
  /** Of the list. */
  chosen: readonly Notification[];
  onChoose: Dispatch<SetStateAction<ReadonlySet<number>>>;
}) {
  const { t } = useTranslation();
  const isAll = chosen.length === list.length;
  const ids = new Set(chosen.map(({ id }) => id));
  const toggle = (id: number): void =>
    onChoose((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      <div className="nt-row head pl-micro pl-3">
        <Checkbox
          aria-label={t('notifications:chooseAll')}
          checked={isAll}
          indeterminate={chosen.length > 0 && !isAll}
          onChange={() => onChoose(isAll ? new Set() : new Set(list.map(({ id }) => id)))}
        />
        <span />
        <span>{t('notifications:what')}</span>
        <span className="pl-num">{t('notifications:when')}</span>
      </div>
      {list.map((each) => (
        <Row key={each.id} notification={each} chosen={ids.has(each.id)} onToggle={() => toggle(each.id)} />
      ))}
    </>
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
