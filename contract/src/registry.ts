import { alerts } from './alerts.ts';
import { corporations } from './corporations.ts';
import { devices } from './devices.ts';
import { formulas } from './formulas.ts';
import { gateway } from './gateway.ts';
import { notifications } from './notifications.ts';
import { points } from './points.ts';
import { projects } from './projects.ts';
import { readings } from './readings.ts';
import { roles } from './roles.ts';
import type { Route } from './route.ts';
import { sessions } from './sessions.ts';
import { stats } from './stats.ts';
import { structures } from './structures.ts';
import { users } from './users.ts';

/** Every route of the product by room: what the API page, the OpenAPI document and the every-route test walk. */
export const registry = {
  corporations,
  users,
  sessions,
  roles,
  projects,
  structures,
  devices,
  points,
  formulas,
  gateway,
  readings,
  alerts,
  notifications,
  stats,
} as const satisfies Record<string, Record<string, Route>>;
