import { type Notification, notifications } from '@plumbline/contract/alerts/notifications';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelMark } from '../../design/Level.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { formatAge } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { to } from '../paths.ts';
import { useNotificationText } from './notification-words.ts';

/** The newest ten; unread ones are strong. */
export default function BellList({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const query = useRead(notifications.latest, {});
  const readAll = useWrite(notifications.bulkRead, { onError: toasts.failed });
  return (
    <div>
      <div className="pl-row" style={{ padding: '12px 16px 8px' }}>
        <h3>{t('shell:bell.title')}</h3>
        <span className="pl-gap" />
        {(query.data?.unread ?? 0) > 0 && (
          <Button type="link" size="small" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
            {t('shell:bell.readAll')}
          </Button>
        )}
      </div>
      <div style={{ maxHeight: 400, overflowY: 'auto' }}>
        <Answer
          query={query}
          loading={<SkeletonRows rows={4} />}
          isEmpty={(data) => data.notifications.length === 0}
          empty={<Empty title={t('shell:bell.none')} why={t('shell:bell.noneWhy')} />}
        >
          {(data) =>
            data.notifications.map((notification) => (
              <BellRow key={notification.id} notification={notification} onDone={onDone} />
            ))
          }
        </Answer>
      </div>
      <div style={{ borderTop: '1px solid var(--pl-line)', padding: '8px 16px' }}>
        <Link to={to('Notification')} onClick={onDone}>
          {t('shell:bell.all')}
        </Link>
      </div>
    </div>
  );
}

function BellRow({ notification, onDone }: { notification: Notification; onDone: () => void }) {
  const language = useLanguage();
  const { title, detail } = useNotificationText()(notification);
  return (
    <Link
      className="pick"
      style={{ borderRadius: 0, padding: '8px 16px', alignItems: 'flex-start' }}
      to={to('NotificationDetail', { notificationId: notification.id })}
      onClick={onDone}
    >
      <span style={{ width: 16, paddingTop: 2 }}>
        {notification.level !== null && notification.level > 0 && <LevelMark level={notification.level} />}
      </span>
      <span className="pl-gap" style={{ minWidth: 0 }}>
        <span className={notification.readAt === null ? 'pl-bb' : 'pl-2'}>{title}</span>
        <span className="pl-sm pl-3" style={{ display: 'block' }}>
          {detail}
          {detail && ' · '}
          {formatAge(notification.createdAt, language)}
        </span>
      </span>
    </Link>
  );
}
