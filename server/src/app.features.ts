/** The routes of every wing, ground floor first. Loaded where pages are served alone. */
import type { FastifyInstance } from 'fastify';
import alerts from './features/alerts/alerts.routes.ts';
import devices from './features/devices/devices.routes.ts';
import messages from './features/messages/messages.routes.ts';
import overview from './features/overview/overview.routes.ts';
import people from './features/people/people.routes.ts';
import platform from './features/platform/platform.routes.ts';
import points from './features/points/points.routes.ts';
import readings from './features/readings/readings.routes.ts';
import reports from './features/reports/reports.routes.ts';
import site from './features/site/site.routes.ts';
import telemetry from './features/telemetry/telemetry.routes.ts';
import views from './features/views/views.routes.ts';
import type { Access } from './kernel/serve.ts';

type Routes = (app: FastifyInstance, access: Access) => void;

/** Each feature hands its handlers to the contract. */
export const features: readonly Routes[] = [
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
];
