/** The routes of this wing. */
import guideRoutes from './guide/guide.routes.ts';
import installationRoutes from './installation/installation.routes.ts';
import languagePackRoutes from './language-packs/language-packs.routes.ts';
import licenceRoutes from './licences/licences.routes.ts';
import operationRoutes from './operations/operations.routes.ts';
import pluginRoutes from './plugins/plugins.routes.ts';
import privateConfRoutes from './private-conf/private-conf.routes.ts';
import releaseRoutes from './releases/releases.routes.ts';
import taskRoutes from './tasks/tasks.routes.ts';
import workRoutes from './work/work.routes.ts';

export default [
  guideRoutes,
  releaseRoutes,
  taskRoutes,
  workRoutes,
  operationRoutes,
  installationRoutes,
  privateConfRoutes,
  languagePackRoutes,
  licenceRoutes,
  pluginRoutes,
];
