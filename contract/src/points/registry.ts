/** The routes of this wing by feature. */
import { batches } from './batches.ts';
import { bindings } from './bindings.ts';
import { charts } from './charts.ts';
import { commissioning } from './commissioning.ts';
import { inspections } from './inspections.ts';
import { lifecycle } from './lifecycle.ts';
import { photos } from './photos.ts';
import { points } from './points.ts';
import { sheets } from './sheets.ts';
import { strata } from './strata.ts';
import { thresholds } from './thresholds.ts';
import { topology } from './topology.ts';

export default {
  points,
  topology,
  thresholds,
  bindings,
  charts,
  photos,
  inspections,
  lifecycle,
  batches,
  commissioning,
  strata,
  sheets,
};
