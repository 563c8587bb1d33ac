/** What the warehouse shows above its list: counts, a map, and what is done with many devices. */
export { DeviceCounts, groupsOf } from './DeviceCounts.tsx';
export { DeviceMap } from './DeviceMap.tsx';
export { MoreActions } from './MoreActions.tsx';
