/** The routes of this wing. */
import analysisRoutes from './analysis/analysis.routes.ts';
import grafanaRoutes from './grafana/grafana.routes.ts';
import masterRoutes from './masters/masters.routes.ts';
import predictionRoutes from './predictions/predictions.routes.ts';
import profileRoutes from './profiles/profiles.routes.ts';
import sensorThingsRoutes from './sensorthings/sensorthings.routes.ts';
import trackRoutes from './tracks/tracks.routes.ts';
import waveformRoutes from './waveforms/waveforms.routes.ts';
import weatherRoutes from './weather/weather.routes.ts';

export default [
  profileRoutes,
  waveformRoutes,
  masterRoutes,
  trackRoutes,
  weatherRoutes,
  predictionRoutes,
  analysisRoutes,
  sensorThingsRoutes,
  grafanaRoutes,
];
