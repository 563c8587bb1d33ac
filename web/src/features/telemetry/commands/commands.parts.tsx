/** Parts of commands for other features: talking with a device, and when points are read. */
export { CollectPlanTab } from './CollectPlanTab.tsx';
export { DevicePlans } from './DevicePlans.tsx';
export { DeviceTest } from './DeviceTest.tsx';
export { InstrumentTab } from './InstrumentTab.tsx';
export { PlansDialog } from './PlansDialog.tsx';
