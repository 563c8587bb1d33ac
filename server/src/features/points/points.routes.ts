/** The routes of this wing. */
import batchRoutes from './batches/batches.routes.ts';
import bindingRoutes from './bindings/bindings.routes.ts';
import chartRoutes from './charts/charts.routes.ts';
import commissioningRoutes from './commissioning/commissioning.routes.ts';
import inspectionRoutes from './inspections/inspections.routes.ts';
import lifecycleRoutes from './lifecycle/lifecycle.routes.ts';
import photoRoutes from './photos/photos.routes.ts';
import pointRoutes from './points/points.routes.ts';
import sheetRoutes from './sheets/sheets.routes.ts';
import strataRoutes from './strata/strata.routes.ts';
import thresholdRoutes from './thresholds/thresholds.routes.ts';
import topologyRoutes from './topology/topology.routes.ts';

export default [
  pointRoutes,
  topologyRoutes,
  thresholdRoutes,
  bindingRoutes,
  chartRoutes,
  photoRoutes,
  inspectionRoutes,
  lifecycleRoutes,
  batchRoutes,
  commissioningRoutes,
  strataRoutes,
  sheetRoutes,
];
