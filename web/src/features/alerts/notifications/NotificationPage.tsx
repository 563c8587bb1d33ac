import { PagePath } from '../../../design/PagePath.tsx';
import { wordKey } from '../../../kernel/words.ts';
import './notifications.css';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { type Notification, notifications } from '@plumbline/contract/alerts/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useNotificationText } from '../../../app/shell/notification-words.ts';
import { LevelTag } from '../../../design/Level.tsx';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Facts, Page } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatNumber, formatTime, formatZone } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** One notification; opening it is reading it. Leads to its alert and its point. */
export default function NotificationPage() {
  const { t } = useTranslation();
  const { mutate: markRead } = useWrite(notifications.bulkRead);
  const notificationId = Number(useParams().notificationId);
  const query = useRead(notifications.get, { notificationId });
  const isNew = query.data !== undefined && query.data.notification.readAt === null;
  useEffect(() => {
    // A reading that cannot be noted leaves it unread: nothing to tell the person.
    if (isNew) markRead({ notificationIds: [notificationId] });
  }, [isNew, notificationId, markRead]);
  return (
    <Page
      title={
        <PagePath to={to('Notification')} above={t('notifications:title')}>
          {t('notifications:one')}
        </PagePath>
      }
    >
      <Answer query={query} loading={<SkeletonRows rows={5} />}>
        {({ notification }) => <One notification={notification} />}
      </Answer>
    </Page>
  );
}

function One({ notification }: { notification: Notification }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { title } = useNotificationText()(notification);
  const facts = useFacts(notification);
  const { type, projectId, alertId, pointId, level } = notification;
  return (
    <div className="nt-one">
      <div className="pl-row">
        <h2>{title}</h2>
        {level !== null && level > 0 && <LevelTag level={level} closed={type !== 'MeasuringAlert'} />}
      </div>
      <Facts facts={facts} />
      <div className="pl-row">
        {alertId !== null && projectId !== null && allowed(alerts.get) && (
          <LinkButton to={to('Alerts', { projectId }, { alert: alertId })} type="primary">
            {t('notifications:openAlert')}
          </LinkButton>
        )}
        {pointId !== null && projectId !== null && (
          <LinkButton to={to('DataView', { projectId }, { point: pointId })}>{t('notifications:openPoint')}</LinkButton>
        )}
      </div>
    </div>
  );
}

/** What is known of it, each with its word; what it does not say has no line. */
function useFacts({ detail, createdAt }: Notification): [string, string][] {
  const { t } = useTranslation();
  const text = (key: string): string | null =>
    typeof detail[key] === 'string' && detail[key] !== '' ? detail[key] : null;
  const number = (key: string): string | null =>
    typeof detail[key] === 'number' ? `${formatNumber(detail[key])} ${text('unit') ?? ''}` : null;
  const time = (at: string): string => `${formatTime(at)} ${formatZone(undefined, at)}`;
  const where = [text('projectName'), text('structureName'), text('pointName')].filter(Boolean).join(' / ');
  const status = text('status');
  const readingAt = text('readingAt');
  const facts: [string, string | null][] = [
    [t('notifications:where'), where || null],
    [t('notifications:value'), number('value')],
    [t('notifications:threshold'), number('threshold')],
    [t('notifications:status'), status ? t(wordKey(`common:alertStatus.${status}`)) : null],
    [t('notifications:by'), text('by')],
    [t('notifications:readingTime'), readingAt ? time(readingAt) : null],
    [t('notifications:told'), time(createdAt)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
