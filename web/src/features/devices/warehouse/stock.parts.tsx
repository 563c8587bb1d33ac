/** Counts above the list of the warehouse, its map, and what is done with many devices. */
export { DeviceCounts, groupsOf } from './DeviceCounts.tsx';
export { DeviceMap } from './DeviceMap.tsx';
export { MoreActions } from './MoreActions.tsx';
