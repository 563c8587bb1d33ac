/** What other features show of devices: the editor of channels, and the marks of how a device is. */
import './devices.css';

export { ChannelsInput } from './ChannelsInput.tsx';
export type { ChannelDraft } from './channel-draft.ts';
export { BatteryMark, Connected, Health, LastSeen, SignalMark } from './DeviceMarks.tsx';
