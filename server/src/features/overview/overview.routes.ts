/** The routes of this wing. */
import corporationArchiveRoutes from './corporation-archives/corporation-archives.routes.ts';
import corporationRemovalRoutes from './corporation-removal/corporation-removal.routes.ts';
import dashboardRoutes from './dashboards/dashboards.routes.ts';
import demonstrationRoutes from './demonstration/demonstration.routes.ts';
import mcpRoutes from './mcp/mcp.routes.ts';
import statRoutes from './stats/stats.routes.ts';
import statusPageRoutes from './status-pages/status-pages.routes.ts';
import wallRoutes from './walls/walls.routes.ts';

export default [
  statRoutes,
  statusPageRoutes,
  dashboardRoutes,
  wallRoutes,
  corporationArchiveRoutes,
  corporationRemovalRoutes,
  demonstrationRoutes,
  mcpRoutes,
];
