/** The editor of channels, of a model and of a device. */
export { ChannelsInput } from './ChannelsInput.tsx';
export type { ChannelDraft } from './channel-draft.ts';
