/** Deliveries of an alert: loaded only where an alert is open. */
export { AlertDeliveries as default } from './AlertDeliveries.tsx';
