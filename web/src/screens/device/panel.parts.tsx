/** One device as the warehouse and the lists of projects open it: its panel and its form. */

export { DeviceDialog } from './DeviceDialog.tsx';
export { DevicePanel } from './DevicePanel.tsx';
