/** What other features show of the gateway: talking with a device, and when points are read. */
export { CollectPlanTab } from './CollectPlanTab.tsx';
export { DevicePlans } from './DevicePlans.tsx';
export { DeviceTest } from './DeviceTest.tsx';
export { PlansDialog } from './PlansDialog.tsx';
