/** The routes of this wing by feature. */
import { analysis } from './analysis.ts';
import { grafana } from './grafana.ts';
import { masters } from './masters.ts';
import { predictions } from './predictions.ts';
import { profiles } from './profiles.ts';
import { sensorthings } from './sensorthings.ts';
import { tracks } from './tracks.ts';
import { waveforms } from './waveforms.ts';
import { weather } from './weather.ts';

export default {
  profiles,
  waveforms,
  masters,
  tracks,
  weather,
  predictions,
  analysis,
  sensorthings,
  grafana,
};
