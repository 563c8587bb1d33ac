/** The routes of this wing by feature. */
import { attachments } from './attachments.ts';
import { commands } from './commands.ts';
import { dialIn } from './dial-in.ts';
import { edges } from './edges.ts';
import { feedPulls } from './feed-pulls.ts';
import { feedWaiting } from './feed-waiting.ts';
import { feeds } from './feeds.ts';
import { firmware } from './firmware.ts';
import { gateway } from './gateway.ts';
import { health } from './health.ts';
import { linkDoctor } from './link-doctor.ts';
import { modbusServer } from './modbus-server.ts';

export default {
  commands,
  attachments,
  dialIn,
  feedWaiting,
  feeds,
  feedPulls,
  edges,
  gateway,
  linkDoctor,
  firmware,
  health,
  modbusServer,
};
