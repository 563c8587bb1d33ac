/** Parts of deliveries for other features. */
export { DeliveryLog } from './DeliveryLog.tsx';
