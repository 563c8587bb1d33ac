/** Health of one device, for other features. */
export { HealthTab } from './HealthTab.tsx';
