import type { Delivery } from '@plumbline/contract/alerts/deliveries';
import { useTranslation } from 'react-i18next';

/** Shows the state of a message: what was not sent is the one that catches the eye. */
export function DeliveryState({ delivery: { state, attempts } }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const isWaiting = state === 'queued' && attempts > 0;
  return (
    <span className={`dl-state ${isWaiting ? 'again' : state}`}>
      {isWaiting ? t('deliveries:again', { count: attempts }) : t(`deliveries:state.${state}`)}
    </span>
  );
}
