import { type Notification, notificationTypes } from '@plumbline/contract/alerts/notifications';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime } from '../../kernel/format.ts';
import { levelName } from '../../kernel/levels.ts';
import { useRaisedWords } from '../../kernel/raised-figures.ts';
import { wordKey } from '../../kernel/words.ts';

/** A notification in the reader's language, from its type and detail; the title of the server where it holds no more. Long because it is one flat list of types. */
export function useNotificationText(): (notification: Notification) => { title: string; detail: string } {
  const { t } = useTranslation();
  const raisedWords = useRaisedWords();
  return useCallback(
    // Long because it is one flat list of types.
    (notification: Notification) => {
      const { detail, type } = notification;
      const text = (key: string): string =>
        detail[key] === null || detail[key] === undefined ? '' : String(detail[key]);
      const number = (key: string): string => (typeof detail[key] === 'number' ? formatNumber(detail[key]) : text(key));
      const project = text('projectName');
      if (type === 'TaskEnded')
        return {
          title: t('tasks:ended', {
            title: t(wordKey(`tasks:kind.${notification.title}`), detail),
            state: t(wordKey(`tasks:state.${text('state')}`)),
          }),
          detail: text('error') === '' ? '' : t(wordKey(`errors:${text('error')}`)),
        };
      if (type === 'DeviceHealth')
        return {
          title: t('shell:said.DeviceHealth', { device: text('deviceName') || notification.title }),
          detail: [project, t('shell:said.channels', { channels: text('channels') })].filter(Boolean).join(' · '),
        };
      if (type === 'InspectionOverdue')
        return {
          title: t('shell:said.InspectionOverdue', { plan: notification.title }),
          detail: [project, t('shell:said.inspectionDue', { at: formatTime(text('dueAt')) })].join(' · '),
        };
      if (type === 'System' && text('about') === 'storageLow')
        return { title: t('shell:said.storageLow'), detail: t('shell:said.storageLeft', { free: number('freeGb') }) };
      if (type === 'System' && text('about') === 'databaseUnsafe')
        return {
          title: t('shell:said.databaseUnsafe'),
          detail: t('shell:said.settingsOff', { settings: text('settings') }),
        };
      if (type === 'System' && text('about') === 'clockJumped')
        return {
          title: t('shell:said.clockJumped'),
          detail: t('shell:said.clockSet', { seconds: number('seconds') }),
        };
      if (type === 'System' && text('about') === 'deliveryFailed')
        return {
          title: t(wordKey(`shell:said.deliveryFailed.${text('medium')}`)),
          detail: [project, text('ruleName'), text('answer')].filter(Boolean).join(' · '),
        };
      if (type === 'System' && text('about') === 'creatorPassword')
        return {
          title: t(wordKey(`shell:said.creatorPassword.${text('outcome')}`)),
          detail: [
            project,
            text('pointName'),
            t(wordKey(`shell:said.creatorAct.${text('act')}`)),
            t('shell:said.creatorBy', { name: text('byName') }),
          ]
            .filter(Boolean)
            .join(' · '),
        };
      if (type === 'System' && text('about') === 'dutyGap')
        return {
          title: t('shell:said.dutyGap'),
          detail: [project, t('shell:said.dutyGapOf', { roster: text('rosterName') })].filter(Boolean).join(' · '),
        };
      if (type === 'System' || !notificationTypes.includes(type) || text('pointName') === '')
        return { title: notification.title, detail: project };
      const level = t(`common:level.${levelName(notification.level ?? 0)}`);
      const status = text('status');
      const values = {
        point: text('pointName'),
        level,
        by: text('by'),
        status: status === '' ? '' : t(wordKey(`common:alertStatus.${status}`)),
      };
      const measured = isMeasured(detail) ? raisedWords({ ...detail, unit: text('unit') }).line : '';
      return { title: t(`shell:said.${type}`, values), detail: [project, measured].filter(Boolean).join(' · ') };
    },
    [t, raisedWords],
  );
}

type Measured = Omit<Parameters<ReturnType<typeof useRaisedWords>>[0], 'unit'>;
/** Whether the detail of an alert says what was compared with which limit: that of one raised long ago may not. */
const isMeasured = (detail: Notification['detail']): detail is Notification['detail'] & Measured =>
  ['family', 'field', 'measure'].every((key) => typeof detail[key] === 'string') &&
  ['value', 'threshold'].every((key) => typeof detail[key] === 'number');
