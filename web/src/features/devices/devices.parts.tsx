/** What other features show of devices: the editor of channels, and the ways to take devices into the warehouse. */

export { ChannelsInput } from './ChannelsInput.tsx';
export { CorporationChoice } from './CorporationChoice.tsx';
export type { ChannelDraft } from './channel-draft.ts';
export { Connected, Health } from './DeviceMarks.tsx';
export { TakeInDevices } from './import/TakeInDevices.tsx';
