/** Parts of the page that connects a device: the commands to copy, what arrives, and the value of a point. */
import './connections.css';

export { Arrivals } from './Arrivals.tsx';
export { ConnectCommands } from './ConnectCommands.tsx';
export type { Reach } from './commands.ts';
export { PointValue } from './DeviceChannels.tsx';
export { sampleWords, type Unbound } from './sample-words.ts';
