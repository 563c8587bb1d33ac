/** Where the records of this wing are, and what follows in it when points, projects or structures go or change. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { lifecycle as bindingLifecycle } from './bindings/bindings.events.ts';
import { lifecycle as chartLifecycle } from './charts/charts.events.ts';
import { placeOfChart } from './charts/charts.table.ts';
import { lifecycle as inspectionLifecycle } from './inspections/inspections.events.ts';
import { placeOfRound } from './inspections/inspections.rounds.table.ts';
import { lifecycle as photoLifecycle } from './photos/photos.events.ts';
import * as points from './points/points.api.ts';
import { lifecycle as pointLifecycle } from './points/points.events.ts';
import { pointsIn } from './points/points.rows.api.ts';
import { lifecycle as thresholdLifecycle } from './thresholds/thresholds.events.ts';

export default {
  places: {
    pointId: points.places,
    pointIds: points.places,
  },
  rows: { customChartId: placeOfChart, roundId: placeOfRound },
  lifecycle: {
    attached: [bindingLifecycle, thresholdLifecycle, chartLifecycle, photoLifecycle],
    points: [pointLifecycle],
    plans: [inspectionLifecycle],
  },
  counts: { points: pointsIn },
} satisfies WingAccess;
