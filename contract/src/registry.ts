import alerts from './alerts/registry.ts';
import devices from './devices/registry.ts';
import type { Route } from './kernel/route.ts';
import messages from './messages/registry.ts';
import overview from './overview/registry.ts';
import people from './people/registry.ts';
import platform from './platform/registry.ts';
import points from './points/registry.ts';
import readings from './readings/registry.ts';
import reports from './reports/registry.ts';
import site from './site/registry.ts';
import telemetry from './telemetry/registry.ts';
import views from './views/registry.ts';

/** Every route of the product by feature: what the API page, the OpenAPI document and the every-route test walk. */
export const registry = {
  ...people,
  ...platform,
  ...site,
  ...messages,
  ...devices,
  ...points,
  ...telemetry,
  ...readings,
  ...views,
  ...alerts,
  ...reports,
  ...overview,
} as const satisfies Record<string, Record<string, Route>>;
