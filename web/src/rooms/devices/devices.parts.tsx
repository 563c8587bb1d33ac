/** What other rooms show of a device: the editor of its channels. */
export { type ChannelDraft, ChannelsInput } from './ChannelsInput.tsx';
