/** The routes of this wing by feature. */
import { channels } from './channels.ts';
import { recovery } from './recovery.ts';
import { registrations } from './registrations.ts';

export default {
  channels,
  recovery,
  registrations,
};
