/** What other features show of deliveries. */
export { DeliveryLog } from './DeliveryLog.tsx';
