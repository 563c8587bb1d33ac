import './bell-warnings.css';
import { MutedOutlined } from '@ant-design/icons';
import type { Notification, notifications } from '@plumbline/contract/alerts/notifications';
import { limits } from '@plumbline/contract/kernel/constants';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useToasts } from '../../design/Toasts.tsx';
import { formatShort, formatZone } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { isMarkedFor } from '../../kernel/push-mark.ts';
import type { Reply } from '../../kernel/queries.ts';
import { useSession } from '../../kernel/session.ts';
import { playAlert, playSound } from '../../kernel/sound.ts';
import { browserZone, shownZone } from '../../kernel/zone.ts';
import { to } from '../paths.ts';
import { isShownAt } from './alert-list.ts';
import { useNewNotification } from './bell.queries.ts';
import { useNotificationText } from './notification-words.ts';
import { useProjects } from './projects.queries.ts';

/** That the person of this tab was warned of what is unread: not again at every reload. */
const warnedKey = 'plumbline.warned';

/** Warns of what is unread once, and of each new alert with sound, voice and a toast. Shows a button while the browser allows no sound. */
export default function BellWarnings({ latest }: { latest: Reply<typeof notifications.latest> | undefined }) {
  const muted = useAlertWarning(latest?.notifications);
  usePushRenewal();
  return (
    <>
      <UnreadNote count={latest?.unreadAlerts} />
      {muted && <MutedButton />}
    </>
  );
}

/** Where alerts are pushed to this browser: once a page, when it has nothing else to do. */
function usePushRenewal(): void {
  const { user } = useSession();
  useEffect(() => {
    if (!isMarkedFor(user.id)) return;
    const timer = setTimeout(() => {
      void import('../../features/alerts/pushes/pushes.queries.ts')
        .then(({ renewPush }) => renewPush())
        .catch(() => undefined);
    }, limits.weakPasswordWarningMs);
    return () => clearTimeout(timer);
  }, [user.id]);
}

/**
 * Once a session of this tab, when the newest notifications have come: how many alerts the person has not read. It stands in the
 * header beside the bell: over a page it would hide a part of a map or a list.
 */
function UnreadNote({ count }: { count: number | undefined }) {
  const { t } = useTranslation();
  const [firstAt, setFirstAt] = useState(0);
  const loaded = count !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of what had come before the page was opened, and not of what comes
  useEffect(() => {
    if (!loaded || sessionStorage.getItem(warnedKey) !== null) return;
    sessionStorage.setItem(warnedKey, 'yes');
    setFirstAt(count);
  }, [loaded]);
  useEffect(() => {
    if (firstAt === 0) return;
    const timer = setTimeout(() => setFirstAt(0), limits.weakPasswordWarningMs);
    return () => clearTimeout(timer);
  }, [firstAt]);
  return (
    <span role="status">
      {firstAt > 0 && (
        <Link to={to('Notification')} className="unread" onClick={() => setFirstAt(0)}>
          <span className="pl-wide-only">{t('shell:bell.unread', { count: firstAt })}</span>
          <span className="pl-phone-only">{t('shell:bell.unreadShort', { count: firstAt })}</span>
        </Link>
      )}
    </span>
  );
}

/** Takes a warning away once its alert was seen: where a page shows it, or read here or in another tab. Gives the key of a new one. */
function useDismissal(newest: readonly Notification[] | undefined): (notification: Notification) => string {
  const toasts = useToasts();
  const { pathname } = useLocation();
  const notified = useRef(new Map<number, Notification>());
  useEffect(() => {
    for (const [id, notification] of notified.current) {
      const isRead = newest?.some((each) => each.id === id && each.readAt !== null) === true;
      if (!isRead && !isShownAt(pathname, notification)) continue;
      notified.current.delete(id);
      toasts.close(keyOf(id));
      void stopReminding(keyOf(id));
    }
  }, [newest, pathname, toasts]);
  return useCallback((notification) => {
    notified.current.set(notification.id, notification);
    return keyOf(notification.id);
  }, []);
}
const keyOf = (notificationId: number): string => `alert ${notificationId}`;
const stopReminding = async (key: string): Promise<void> =>
  (await import('../../kernel/reminder.ts')).stopReminding(key);

/** Returns what gives the zone in which a reader sees the times of a project, as its pages do. */
function useZoneOfProject(): (projectId: number | null) => string {
  const projects = useProjects().data?.projects;
  const { timesIn } = useSession().preferences;
  return useCallback(
    (projectId) => {
      const zone = projects?.find(({ id }) => id === projectId)?.timeZone;
      return zone === undefined ? browserZone() : shownZone(zone, timesIn);
    },
    [projects, timesIn],
  );
}

/** Sounds and shows each new alert. True while the browser keeps the page from sounding. */
function useAlertWarning(newest: readonly Notification[] | undefined): boolean {
  const toasts = useToasts();
  const navigate = useNavigate();
  const notificationText = useNotificationText();
  const language = useLanguage();
  const { preferences } = useSession();
  const [muted, setMuted] = useState(false);
  const { pathname } = useLocation();
  const show = useDismissal(newest);
  const zoneOf = useZoneOfProject();
  const onNotification = useCallback(
    (notification: Notification) => {
      if (notification.type !== 'MeasuringAlert') return;
      const { title, detail } = notificationText(notification);
      const level = notification.level ?? 0;
      const sound = { level, words: [title, detail].join('. '), language };
      void playAlert(sound).then((played) => setMuted(!played));
      // In the list of alerts it stands at the top already, and its own page is about it: a warning would lie over that.
      if (isShownAt(pathname, notification)) return;
      const key = show(notification);
      const isAudible = preferences.sound || preferences.speech;
      const stays = preferences.alertRepeats && isAudible && level >= preferences.alertFrom;
      if (stays) void import('../../kernel/reminder.ts').then(({ remindOf }) => remindOf(key, sound));
      const at = notification.detail.readingAt;
      const time = typeof at === 'string' ? at : notification.createdAt;
      const zone = zoneOf(notification.projectId);
      toasts.alert({
        key,
        level,
        stays,
        title,
        detail: [detail, `${formatShort(time, zone, language)} ${formatZone(zone, time)}`].join(' · '),
        onOpen: () => void navigate(to('NotificationDetail', { notificationId: notification.id })),
        onClosed: () => void stopReminding(key),
      });
    },
    [notificationText, toasts, navigate, language, show, pathname, preferences, zoneOf],
  );
  useNewNotification(onNotification);
  // A browser lets a page sound only after the person has clicked it once.
  useEffect(() => {
    if (!muted) return;
    const clicked = (): void => setMuted(false);
    addEventListener('click', clicked, { once: true });
    return () => removeEventListener('click', clicked);
  }, [muted]);
  return muted;
}

/** A click on it is what lets the page sound. */
function MutedButton() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="pl-bare ic"
      aria-label={t('shell:bell.muted')}
      title={t('shell:bell.muted')}
      onClick={() => void playSound()}
    >
      <MutedOutlined style={{ fontSize: 16 }} />
      <span className="pl-sm pl-wide-only">{t('shell:bell.soundOff')}</span>
    </button>
  );
}
