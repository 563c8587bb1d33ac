import type { Delivery } from '@plumbline/contract/deliveries';
import { withheldReasons } from '@plumbline/contract/deliveries';
import { useTranslation } from 'react-i18next';

/** What became of a message, in words. */
export function useDeliveryWords() {
  const { t } = useTranslation();
  return {
    /** By what, and to whom. */
    to: ({ medium, kind, recipient, person }: Delivery): string => {
      const way = kind ? t(`channels:kinds.${kind}`) : t(`deliveries:medium.${medium}`);
      return [way, person ? `${person}, ${recipient}` : recipient].join(': ');
    },
    answer: ({ state, answer }: Delivery): string => {
      if (state === 'noChannel') return t('deliveries:noChannelWhy');
      const reason = withheldReasons.find((each) => state === 'withheld' && each === answer);
      return reason ? t(`deliveries:withheldWhy.${reason}`) : answer;
    },
  };
}
