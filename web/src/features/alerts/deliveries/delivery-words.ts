import type { Delivery, Escalation } from '@plumbline/contract/alerts/deliveries';
import { discardedBy, inStorm, queueFull, withheldReasons } from '@plumbline/contract/alerts/deliveries';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { readAnswer, type VendorAnswer } from './vendor-answer.ts';

/** `Refused: the key or token is wrong (invalid_auth)`. */
function vendorWords(t: TFunction, { isAccepted, reason, code }: VendorAnswer): string {
  if (isAccepted) return t('deliveries:answers.accepted');
  const why = reason === null ? t('deliveries:answers.other') : t(`deliveries:answers.${reason}`);
  return code === '' ? why : t('deliveries:answers.withCode', { why, code });
}

/** Returns the words for the state of a message. */
export function useDeliveryWords() {
  const { t } = useTranslation();
  return {
    /** By what, and to whom. */
    to: ({ medium, kind, recipient, person }: Delivery): string => {
      const way = kind ? t(`channels:kinds.${kind}`) : t(`deliveries:medium.${medium}`);
      return [way, person ? `${person}, ${recipient}` : recipient].join(': ');
    },
    /** What it tells, where that is not that an alert was raised. */
    news: ({ news }: Delivery): string => (news === 'raised' ? '' : t(`deliveries:news.${news}`)),
    /** Why they of all people. */
    duty: ({ rosterName, isFallback }: Delivery): string =>
      rosterName === null ? '' : t(isFallback ? 'deliveries:asFallback' : 'deliveries:onDuty', { roster: rosterName }),
    /** Whom a step will tell. */
    whom: ({ members, rosterNames, emails, mobiles, calls, channelNames }: Escalation): string =>
      [
        members ? t('alertRules:members') : '',
        ...rosterNames,
        emails > 0 ? t('alertRules:emailCount', { count: emails }) : '',
        mobiles > 0 ? t('alertRules:mobileCount', { count: mobiles }) : '',
        calls > 0 ? t('alertRules:callCount', { count: calls }) : '',
        ...channelNames,
      ]
        .filter(Boolean)
        .join(', '),
    answer: ({ state, answer, digestId, news, medium }: Delivery): string => {
      if (state === 'collected' && news !== 'raised') return t('deliveries:newsTogether');
      if (state === 'collected' && answer === inStorm)
        return t(`deliveries:${digestId === null ? 'stormWaits' : medium === 'voice' ? 'stormCall' : 'stormIn'}`);
      if (state === 'collected') {
        const why = answer === queueFull ? 'collectedFull' : 'collectedWhy';
        return t(`deliveries:${digestId === null ? why : 'collectedIn'}`);
      }
      if (answer.startsWith(discardedBy)) return t('deliveries:discarded', { by: answer.slice(discardedBy.length) });
      if (state === 'noChannel') return t('deliveries:noChannelWhy');
      const reason = withheldReasons.find((each) => state === 'withheld' && each === answer);
      if (reason) return t(`deliveries:withheldWhy.${reason}`);
      const read = readAnswer({ state, answer });
      return read ? vendorWords(t, read) : answer;
    },
  };
}
