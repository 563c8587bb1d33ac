/** The list of devices with its filters, for the warehouse and for a project. */
import './warehouse.css';

export { DeviceFilters } from './DeviceFilters.tsx';
export { DeviceTable } from './DeviceTable.tsx';
export { useDeviceFilter } from './device-filter.ts';
