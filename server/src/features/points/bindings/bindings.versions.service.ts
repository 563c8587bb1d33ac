/**
 * An earlier conversion of a point put right in its own time. Invariant: what is in force now, and the readings of other
 * times, stay as they are; it is an act of the change log and is undone there.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { bindings } from '@plumbline/contract/points/bindings';
import type { Point } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { GroupConversion } from '../../../kernel/tables.ts';
import { announce, canonical } from '../points/points.announce.api.ts';
import { checkConfig, given, kinds, wrong } from '../points/points.config.api.ts';
import { lockPoint, requirePoint } from '../points/points.require.api.ts';
import * as table from './bindings.groups.api.ts';
import { setConversion } from './bindings.versions.table.ts';

/** Throws notFound, kindUnsuitable, badInput for what is in force now (it is changed at the point), and what `checkConfig` throws. */
export async function correctGroup(context: Context, input: OutputOf<(typeof bindings)['correctGroup']['input']>) {
  const { db, caller } = context;
  const { pointId, groupId, reason, mode, formulaType, parameters, customFormula, depthM } = input;
  const point = await lockPoint(context, pointId);
  const groups = (await table.ofPoint(db, pointId)).filter(({ migration }) => migration !== 'cancelled').reverse();
  const place = groups.findIndex(({ id }) => id === groupId);
  const group = requireRow(groups[place], { groupId });
  const before = group.conversion;
  if (before === null) throw wrong('groupId', 'conversionInForce');
  if (before.type !== kinds.automated && before.type !== kinds.manual)
    throw new Failure('kindUnsuitable', { name: point.name, type: before.type });
  const change: Partial<GroupConversion> = given({ mode, formulaType, parameters, customFormula, depthM });
  const after = { ...before, ...change };
  const formula = after.formulaType as Point['formulaType'];
  checkConfig({ ...point, ...after, formulaType: formula, slaves: [], initialValues: {} });
  const keys = (Object.keys(change) as (keyof GroupConversion)[]).filter(
    (key) => canonical(before[key]) !== canonical(change[key]),
  );
  if (keys.length > 0) {
    await setConversion(db, group, change);
    const pick = (from: GroupConversion) => Object.fromEntries(keys.map((key) => [key, from[key] ?? null]));
    const fromMs = place === 0 ? null : (group.valid_from ?? group.from_at).getTime();
    await context.emit('pointConversionChanged', {
      projectId: point.projectId,
      points: [{ pointId, fromMs, scope: 'values', groupId, before: pick(before), after: pick(after) }],
      byId: caller.accountId,
      byName: caller.displayName,
      reason,
    });
    await announce(context, point);
  }
  const measuringPoint = await requirePoint(context, pointId);
  const shown = await table.ofPoint(db, pointId);
  return { measuringPoint, deviceGroups: shown.map((each) => table.shown(each, measuringPoint)) };
}
