import { alertsMeanings } from './alerts.ts';
import { devicesMeanings } from './devices.ts';
import { peopleMeanings } from './people.ts';
import { platformMeanings } from './platform.ts';
import { pointsMeanings } from './points.ts';
import { readingsMeanings } from './readings.ts';
import { reportsMeanings } from './reports.ts';
import { siteMeanings } from './site.ts';
import { telemetryMeanings } from './telemetry.ts';

/**
 * Words for each field of the API by its name, where its schema does not say so itself. A name that means something else in
 * some place stands here a second time behind the shape, field or feature that it is in: `Model.type`, `place.x`, `sso.groups`.
 */
export const fieldMeanings: Readonly<Record<string, string>> = {
  ...peopleMeanings,
  ...siteMeanings,
  ...devicesMeanings,
  ...pointsMeanings,
  ...readingsMeanings,
  ...telemetryMeanings,
  ...alertsMeanings,
  ...reportsMeanings,
  ...platformMeanings,
};
