/** What other features show of health: how one device stands. */
export { HealthTab } from './HealthTab.tsx';
