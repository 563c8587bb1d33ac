/** Access control of this server: features locate their records, the kernel has the rules. */

import { Failure } from '@plumbline/contract/kernel/errors';
import * as alerts from './features/alerts/alerts/alerts.api.ts';
import { lifecycle as alertLifecycle } from './features/alerts/alerts/alerts.events.ts';
import { lifecycle as conditionLifecycle } from './features/alerts/conditions/conditions.events.ts';
import { lifecycle as notificationLifecycle } from './features/alerts/notifications/notifications.events.ts';
import { lifecycle as responsePlanLifecycle } from './features/alerts/response-plans/response-plans.events.ts';
import * as devices from './features/devices/devices/devices.api.ts';
import * as corporations from './features/people/corporations/corporations.api.ts';
import * as roles from './features/people/roles/roles.api.ts';
import * as seeAs from './features/people/see-as/see-as.api.ts';
import * as sessions from './features/people/sessions/sessions.api.ts';
import * as userGroups from './features/people/user-groups/user-groups.api.ts';
import * as users from './features/people/users/users.api.ts';
import { lifecycle as storeLifecycle } from './features/platform/store/store.events.ts';
import * as tasks from './features/platform/tasks/tasks.api.ts';
import { lifecycle as bindingLifecycle } from './features/points/bindings/bindings.events.ts';
import { lifecycle as chartLifecycle } from './features/points/charts/charts.events.ts';
import { lifecycle as inspectionLifecycle } from './features/points/inspections/inspections.events.ts';
import { lifecycle as photoLifecycle } from './features/points/photos/photos.events.ts';
import * as points from './features/points/points/points.api.ts';
import { lifecycle as pointLifecycle } from './features/points/points/points.events.ts';
import { lifecycle as thresholdLifecycle } from './features/points/thresholds/thresholds.events.ts';
import { lifecycle as drawingLifecycle } from './features/site/drawings/drawings.events.ts';
import * as projects from './features/site/projects/projects.api.ts';
import * as structures from './features/site/structures/structures.api.ts';
import { lifecycle as structureLifecycle } from './features/site/structures/structures.events.ts';
import { lifecycle as waveformLifecycle } from './features/views/waveforms/waveforms.events.ts';
import type { Places } from './kernel/access.ts';
import type { Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/context.ts';
import type { Database } from './kernel/db.ts';
import { licensedFlags, readLicence } from './kernel/licence.ts';
import { gatherLifecycle } from './kernel/lifecycle.ts';
import type { Listener } from './kernel/listen.ts';
import { RunningDownloads } from './kernel/running-downloads.ts';
import type { Access } from './kernel/serve.ts';
import type { Services } from './kernel/services.ts';
import { openTurns } from './kernel/turns.ts';

/** Of each id that a request may name, the feature that knows where it is. */
const places: Places = {
  corporationId: corporations.places,
  userId: users.places,
  roleId: roles.places,
  userGroupId: userGroups.places,
  taskId: tasks.places,
  projectId: projects.places,
  structureId: structures.places,
  deviceId: devices.places,
  pointId: points.places,
  pointIds: points.places,
  alertId: alerts.places,
  alertIds: alerts.places,
};

/**
 * What follows in features above, in this order. Readings come before alerts: whoever stores, judges or deletes locks the
 * states of points first. Notifications are found by their alerts, so they go before these.
 */
const lifecycle = gatherLifecycle([
  // Device groups and limits are ended while their points are as they were.
  bindingLifecycle,
  thresholdLifecycle,
  responsePlanLifecycle,
  chartLifecycle,
  // Files are found by their points.
  photoLifecycle,
  drawingLifecycle,
  pointLifecycle,
  storeLifecycle,
  waveformLifecycle,
  notificationLifecycle,
  alertLifecycle,
  conditionLifecycle,
  // Plans name structures.
  inspectionLifecycle,
  structureLifecycle,
]);

/** Dear requests of one person that wait for the one under way. */
const maxDearWaiting = 10;

/** Access control of this server: features locate their records, the kernel has the rules. */
export function openAccess({
  database: { db },
  clock,
  services,
  listener,
  log,
}: {
  readonly listener: Pick<Listener, 'announceHere'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly services: Services;
  readonly log: Logger;
}): Access {
  const identify: Access['identify'] = async (token, background, beforeSecondFactor = false) => {
    const { scope, viewerTokenId, ...who } = await sessions.identify(
      db,
      clock,
      token,
      background,
      services.config.sessionTimeoutMax,
    );
    const viewer = viewerTokenId === null ? undefined : await seeAs.viewerAt(db, who, clock.now());
    // Whoever sees as another has come in by a second factor of their own.
    if (who.needsSecondFactor && !beforeSecondFactor && !viewer) throw new Failure('secondFactorMissing');
    const seesAll = who.type === 'System' || who.type === 'Admin';
    const granted = seesAll ? new Map() : await projects.grants(db, who.accountId, clock.now());
    if (!scope) return { ...who, ...(viewer && { viewer, needsSecondFactor: false }), projects: granted };
    // A token with a scope is nobody but a member of its projects, whatever its owner is beside that.
    return {
      ...who,
      type: 'Normal',
      isScoped: true,
      projects: await projects.scopedGrants(db, { ...who, projects: granted }, scope),
    };
  };
  return {
    db,
    publicUrl: services.config.publicUrl,
    clock,
    places,
    flagsOf: async (db, corporationId) =>
      licensedFlags(await corporations.flagsOf(db, corporationId), await readLicence(db, services.config.licenceKey)),
    announceHere: (changes) => listener.announceHere(changes),
    lifecycle,
    services,
    identify,
    turns: openTurns(maxDearWaiting),
    downloads: new RunningDownloads({ identify: (token) => identify(token, true), log }),
  };
}
