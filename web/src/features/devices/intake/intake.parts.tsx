/** The ways to take devices into the warehouse, and its devices as a file. */
import './intake.css';

export { ImportDialog } from './ImportDialog.tsx';
export { ScanDialog } from './ScanDialog.tsx';
export { exportDevices } from './sheet-import.ts';
export { TakeInDevices } from './TakeInDevices.tsx';
