/** What other rooms show of devices: the editor of channels, and the ways to take devices into the warehouse. */

export { type ChannelDraft, ChannelsInput } from './ChannelsInput.tsx';
export { CorporationChoice } from './CorporationChoice.tsx';
export { Connected, Health } from './DeviceMarks.tsx';
export { TakeInDevices } from './TakeInDevices.tsx';
