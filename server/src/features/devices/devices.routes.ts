/** The routes of this wing. */
import certificateRoutes from './certificates/certificates.routes.ts';
import connectionRoutes from './connections/connections.routes.ts';
import deviceRoutes from './devices/devices.routes.ts';
import frameRoutes from './frames/frames.routes.ts';
import intakeRoutes from './intake/intake.routes.ts';
import modelRoutes from './models/models.routes.ts';
import warehouseRoutes from './warehouse/warehouse.routes.ts';

export default [
  modelRoutes,
  deviceRoutes,
  connectionRoutes,
  certificateRoutes,
  intakeRoutes,
  warehouseRoutes,
  frameRoutes,
];
