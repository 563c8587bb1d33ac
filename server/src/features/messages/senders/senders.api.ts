/** Messages on their way out: the vendors, robots and servers that take them, each by its published protocol. */
export type { MessageBrand, Outcome, Outgoing, Picture, ReadyChannel } from './logic/outgoing.ts';
export { brief } from './logic/outgoing.ts';
export { isAddressFor } from './logic/recipients.ts';
export { outcomeOfError, sendBy } from './logic/send.ts';
