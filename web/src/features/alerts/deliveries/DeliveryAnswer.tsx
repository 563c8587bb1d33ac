import type { Delivery } from '@plumbline/contract/alerts/deliveries';
import { useTranslation } from 'react-i18next';
import { useDeliveryWords } from './delivery-words.ts';
import { isOfVendor } from './vendor-answer.ts';

/** Result of a message in a sentence, with the vendor's own answer folded below it. */
export function DeliveryAnswer({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const words = useDeliveryWords();
  return (
    <span className="dl-answer">
      {words.answer(delivery)}
      {isOfVendor(delivery) && (
        <details className="dl-raw">
          <summary>{t('deliveries:details')}</summary>
          <code>{delivery.answer}</code>
        </details>
      )}
    </span>
  );
}
