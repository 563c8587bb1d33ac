/** The parts of the tab about devices in the console of a point: the dialog that binds one, and those of before. */
import './bindings.css';

export { DeviceGroupDialog } from './DeviceGroupDialog.tsx';
export { DeviceHistory } from './DeviceHistory.tsx';
