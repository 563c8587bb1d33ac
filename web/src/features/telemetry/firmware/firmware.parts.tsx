/** What other features show of firmware: what one device runs, may be given and went through. */
export { FirmwareTab } from './FirmwareTab.tsx';
