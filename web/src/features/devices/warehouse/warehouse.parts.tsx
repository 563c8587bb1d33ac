/** Devices as a list that is filtered, of the warehouse and of a project. */
import './warehouse.css';

export { DeviceFilters } from './DeviceFilters.tsx';
export { DeviceTable } from './DeviceTable.tsx';
export { useDeviceFilter } from './device-filter.ts';
