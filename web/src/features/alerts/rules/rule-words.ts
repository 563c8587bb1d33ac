import type { AlertRule } from '@plumbline/contract/alerts/rules';
import { useTranslation } from 'react-i18next';

/** Returns a rule in short words. */
export function useRuleWords() {
  const { t } = useTranslation();
  const dayWords = (days: readonly number[]): string =>
    days.length === 7 ? t('alertRules:everyDay') : days.map((day) => t(`alertRules:dayShort.${day as 1}`)).join(' ');
  /** The other projects in which it holds; empty = none. */
  const elsewhere = ({ projectNames, projectsHidden }: AlertRule): string =>
    [...projectNames, projectsHidden > 0 ? t('alertRules:hidden', { count: projectsHidden }) : '']
      .filter(Boolean)
      .join(', ');
  return {
    hours: ({ days, fromTime, toTime }: AlertRule): string =>
      [dayWords(days), fromTime === null ? t('alertRules:wholeDay') : `${fromTime}–${toTime}`].join(', '),
    elsewhere,
    concerned: (rule: AlertRule): string => {
      const { wholeProject, structureNames } = rule;
      const names = elsewhere(rule);
      if (wholeProject)
        return [t('alertRules:wholeProject'), names && t('alertRules:alsoIn', { names })].filter(Boolean).join(', ');
      return structureNames.length > 0 ? structureNames.join(', ') : t('alertRules:nothingConcerned');
    },
    /** How many of each. */
    recipients: ({ members, mobiles, calls, emails, channelNames, rosterNames }: AlertRule): string => {
      const parts = [
        members ? t('alertRules:members') : '',
        emails.length > 0 ? t('alertRules:emailCount', { count: emails.length }) : '',
        mobiles.length > 0 ? t('alertRules:mobileCount', { count: mobiles.length }) : '',
        calls.length > 0 ? t('alertRules:callCount', { count: calls.length }) : '',
        ...rosterNames,
        ...channelNames,
      ].filter(Boolean);
      return parts.length > 0 ? parts.join(', ') : t('alertRules:nobody');
    },
    /** Who is told further, a line for each step. */
    steps: ({ type, steps }: AlertRule): readonly string[] =>
      type === 'DeviceHealth'
        ? []
        : steps.map(({ afterMinutes, members, rosterIds, emails, mobiles, calls, channelIds }) => {
            const names = [
              members ? t('alertRules:members') : '',
              rosterIds.length > 0 ? t('alertRules:rosterCount', { count: rosterIds.length }) : '',
              emails.length > 0 ? t('alertRules:emailCount', { count: emails.length }) : '',
              mobiles.length > 0 ? t('alertRules:mobileCount', { count: mobiles.length }) : '',
              calls.length > 0 ? t('alertRules:callCount', { count: calls.length }) : '',
              channelIds.length > 0 ? t('alertRules:hookCount', { count: channelIds.length }) : '',
            ];
            return t('alertRules:stepCount', { minutes: afterMinutes, recipients: names.filter(Boolean).join(', ') });
          }),
    addresses: ({ mobiles, calls, emails }: AlertRule): string =>
      [...emails, ...new Set([...mobiles, ...calls])].join('\n'),
  };
}
