/** Uplinks through the codecs of plug-ins, and those that wait for their codec: for the feeds, which take the messages. */
export { keepWaiting } from './feed-waiting.table.ts';
export { decodedBy } from './logic/feed-codec.ts';
export { FeedFence } from './logic/feed-fence.ts';
export { WaitingMessages } from './logic/waiting-messages.ts';
