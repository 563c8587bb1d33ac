/** What the panel of a device shows of its way to the gateway: its secret, what arrives on its channels, its SIM card. */
import './connections.css';

export { DeviceChannels } from './DeviceChannels.tsx';
export { NewSecretDialog, SecretNote } from './NewSecret.tsx';
export { RefusedNote } from './RefusedNote.tsx';
export { SimQuery } from './SimQuery.tsx';
export type { Unbound } from './sample-words.ts';
export { keepSecret } from './secrets.ts';
