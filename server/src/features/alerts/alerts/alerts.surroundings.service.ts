/** What lies around an alert. Invariant: each part is there for who may see it elsewhere, and for nobody else. */
import type { alerts } from '@plumbline/contract/alerts/alerts';
import { surroundingLimits } from '@plumbline/contract/alerts/alerts.surroundings';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { agreementOf } from '@plumbline/science/limits/agreement';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { newestPhoto } from '../../points/photos/photos.api.ts';
import { placeOnDrawing } from '../../site/drawings/drawings.api.ts';
import { places } from './alerts.api.ts';
import * as table from './alerts.surroundings.table.ts';

export async function surroundings(context: Context, { alertId }: OutputOf<typeof alerts.surroundings.input>) {
  const { db, caller, now } = context;
  const place = getOrThrow(await places(db, [alertId]), alertId);
  const may = (permission: Permission): boolean => permissionAt(caller, permission, place) === 'yes';
  const point = requireRow(await table.pointOf(db, now(), alertId), { alertId });
  const [neighbours, drawing, photo] = await Promise.all([
    may('Retrieve:MeasuringPoint') ? neighboursOf(context, alertId, point.family) : null,
    may('Retrieve:Structure') ? placeOnDrawing(db, point.pointId) : null,
    may('Retrieve:Data') ? newestPhoto(db, point.pointId) : null,
  ]);
  const { longitude, latitude, status } = point;
  const coordinates = longitude === null || latitude === null ? null : { longitude, latitude };
  return { status, neighbours, drawing, coordinates, photo };
}

async function neighboursOf({ db, now }: Context, alertId: number, family: string) {
  const all = await table.neighbours(db, now(), alertId);
  const same = all
    .filter((each) => each.family === family)
    .map(({ status: { state, level }, roseAt }) => ({ state, level, rose: roseAt !== null }));
  return { ...agreementOf(same), points: all.slice(0, surroundingLimits.shown), total: all.length };
}
