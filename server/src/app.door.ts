/** The door of this server: rooms give it their reads, the kernel gives it its rules. */
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { Database } from './kernel/db.ts';
import type { Places } from './kernel/door.ts';
import type { Door } from './kernel/serve.ts';
import * as alerts from './rooms/alerts/alerts.reads.ts';
import * as corporations from './rooms/corporations/corporations.reads.ts';
import * as devices from './rooms/devices/devices.reads.ts';
import * as points from './rooms/points/points.reads.ts';
import * as projects from './rooms/projects/projects.reads.ts';
import * as roles from './rooms/roles/roles.reads.ts';
import * as sessions from './rooms/sessions/sessions.reads.ts';
import * as structures from './rooms/structures/structures.reads.ts';
import * as tasks from './rooms/tasks/tasks.reads.ts';
import * as users from './rooms/users/users.reads.ts';

/** Of each id that a request may name, the room that knows where it is. */
const places: Places = {
  corporationId: corporations.places,
  userId: users.places,
  roleId: roles.places,
  taskId: tasks.places,
  projectId: projects.places,
  structureId: structures.places,
  deviceId: devices.places,
  pointId: points.places,
  pointIds: points.places,
  alertId: alerts.places,
};

/** The door of this server: rooms give it their reads, the kernel gives it its rules. */
export function openDoor({
  database: { db },
  clock,
  config,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: Pick<Config, 'publicUrl'>;
}): Door {
  return {
    db,
    publicUrl: config.publicUrl,
    clock,
    places,
    async identify(token, background) {
      const who = await sessions.identify(db, clock, token, background);
      const seesAll = who.type === 'System' || who.type === 'Admin';
      return { ...who, projects: seesAll ? new Map() : await projects.grants(db, who.accountId) };
    },
    moduleOn: (module, corporationId) => corporations.moduleOn(db, module, corporationId),
  };
}
