/** Sending a command, for features that ask devices for something of their own. */
export { sendCommand } from './commands.service.ts';
