/** Access control of this server: features locate their records, the kernel has the rules. */

import { Failure } from '@plumbline/contract/kernel/errors';
import alerts from './features/alerts/alerts.access.ts';
import devices from './features/devices/devices.access.ts';
import messages from './features/messages/messages.access.ts';
import * as corporations from './features/people/corporations/corporations.api.ts';
import people from './features/people/people.access.ts';
import * as seeAs from './features/people/see-as/see-as.api.ts';
import * as sessions from './features/people/sessions/sessions.api.ts';
import { openTokenUse } from './features/people/users/users.token-use.api.ts';
import platform from './features/platform/platform.access.ts';
import points from './features/points/points.access.ts';
import readings from './features/readings/readings.access.ts';
import reports from './features/reports/reports.access.ts';
import * as projects from './features/site/projects/projects.api.ts';
import site from './features/site/site.access.ts';
import telemetry from './features/telemetry/telemetry.access.ts';
import views from './features/views/views.access.ts';
import type { Places } from './kernel/access.ts';
import type { Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/context.ts';
import type { Database } from './kernel/db.ts';
import { licensedFlags, readLicence } from './kernel/licence.ts';
import { type CorporationCounts, gatherLifecycle, hooksOf, type WingAccess } from './kernel/lifecycle.ts';
import type { Listener } from './kernel/listen.ts';
import type { Rows } from './kernel/place-by-row.ts';
import { RunningDownloads } from './kernel/running-downloads.ts';
import type { Access } from './kernel/serve.ts';
import type { Services } from './kernel/services.ts';
import { openTurns } from './kernel/turns.ts';

const wings: readonly WingAccess[] = [
  people,
  platform,
  site,
  messages,
  devices,
  points,
  telemetry,
  readings,
  views,
  alerts,
  reports,
];

/** Of each id that a request may name, the feature that finds it. The compiler asks for every one. */
const places: Places = {
  ...people.places,
  ...platform.places,
  ...site.places,
  ...devices.places,
  ...points.places,
  ...alerts.places,
};

/** Of each record that an address may name alone, where it lies. The compiler asks for every one. */
const rows: Rows = {
  ...messages.rows,
  ...points.rows,
  ...telemetry.rows,
  ...alerts.rows,
  ...reports.rows,
};

/** Counts of the records of a corporation, each counted by the feature that keeps it. The compiler asks for every one. */
export const corporationCounts: CorporationCounts = {
  ...people.counts,
  ...site.counts,
  ...devices.counts,
  ...points.counts,
};

const lifecycle = gatherLifecycle(hooksOf(wings));

/** Queries of what is set up with plug-ins. */
export const pluginUses = wings.flatMap((wing) => wing.pluginUses ?? []);

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
    rows,
    flagsOf: async (db, corporationId) =>
      licensedFlags(await corporations.flagsOf(db, corporationId), await readLicence(db, services.config.licenceKey)),
    announceHere: (changes) => listener.announceHere(changes),
    lifecycle,
    services,
    identify,
    turns: openTurns(maxDearWaiting),
    tokenUse: openTokenUse({ db, clock, log }),
    downloads: new RunningDownloads({ identify: (token) => identify(token, true), log }),
  };
}
