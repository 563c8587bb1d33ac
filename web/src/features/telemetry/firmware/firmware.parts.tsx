/** Firmware of one device, for other features: what one device runs, may be given and went through. */
export { FirmwareTab } from './FirmwareTab.tsx';
