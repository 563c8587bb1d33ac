/** The routes of this wing. */
import attachmentRoutes from './attachments/attachments.routes.ts';
import commandRoutes from './commands/commands.routes.ts';
import dialInRoutes from './dial-in/dial-in.routes.ts';
import edgeRoutes from './edges/edges.routes.ts';
import feedPullRoutes from './feed-pulls/feed-pulls.routes.ts';
import feedWaitingRoutes from './feed-waiting/feed-waiting.routes.ts';
import feedRoutes from './feeds/feeds.routes.ts';
import firmwareRoutes from './firmware/firmware.routes.ts';
import healthRoutes from './health/health.routes.ts';
import linkDoctorRoutes from './link-doctor/link-doctor.routes.ts';
import modbusServerRoutes from './modbus-server/modbus-server.routes.ts';

export default [
  commandRoutes,
  attachmentRoutes,
  dialInRoutes,
  feedWaitingRoutes,
  feedRoutes,
  feedPullRoutes,
  edgeRoutes,
  linkDoctorRoutes,
  firmwareRoutes,
  healthRoutes,
  modbusServerRoutes,
];
