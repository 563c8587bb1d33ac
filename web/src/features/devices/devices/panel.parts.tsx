/** The tabs and facts of the panel of a device. */
import './devices.css';

export { ChannelsTab } from './ChannelsTab.tsx';
export { ConfigTab } from './ConfigTab.tsx';
export { DeviceChain } from './DeviceChain.tsx';
export { DeviceFlags } from './DeviceFlags.tsx';
export { Connected, gradeOf, HealthTile } from './DeviceMarks.tsx';
export { HealthLimits } from './HealthLimits.tsx';
export { SncodeInput } from './SncodeInput.tsx';
export { WarningsTab } from './WarningsTab.tsx';
