/**
 * What kind of point it is, and what it is made of. Invariant: values that are stored keep the meaning under which they
 * were stored, so a computed point neither takes over the readings of another kind nor hands its own on; where a kind
 * may change with readings, a new period of conversion begins.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { families } from '@plumbline/contract/points/families';
import type { LostPart, lifecycle } from '@plumbline/contract/points/lifecycle';
import type { Point } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import { hasReadings } from '../../platform/store/store.series.api.ts';
import * as groups from '../bindings/bindings.groups.api.ts';
import { announce, emitConversionChanges } from '../points/points.announce.api.ts';
import { deviceKeys, deviceSetup } from '../points/points.change.api.ts';
import { querySlaves } from '../points/points.composites.api.ts';
import { checkConfig, kinds } from '../points/points.config.api.ts';
import { lockPoint, requirePoint } from '../points/points.require.api.ts';
import * as table from '../points/points.rows.api.ts';

type Input<K extends keyof typeof lifecycle> = OutputOf<(typeof lifecycle)[K]['input']>;

/** Throws pointBound, pointHasReadings, kindUnsuitable for a master, and what `checkConfig` throws. */
export async function convert(context: Context, input: Input<'convert'>) {
  const { db, now } = context;
  const { pointId, type, dryRun, reason } = input;
  const before = await lockPoint(context, pointId);
  const { name, deviceGroup } = before;
  if (before.type === kinds.master) throw new Failure('kindUnsuitable', { name, type: before.type });
  if (before.type === type) return { measuringPoint: before, lost: [] };
  if (deviceGroup)
    throw new Failure('pointBound', { name, sncode: deviceGroup.sncode, channelNo: deviceGroup.channel });
  const measured = await hasReadings(db, [pointId]);
  if (measured && (before.type === kinds.composite || type === kinds.composite))
    throw new Failure('pointHasReadings', { name });

  const patch = becoming(before, input);
  checkConfig({ ...before, ...patch });
  const slaves = await querySlaves(
    context,
    before.projectId,
    { id: pointId, type, family: before.family },
    patch.slaves,
  );
  const lost = lostBy(before, patch);
  if (dryRun) return { measuringPoint: before, lost };
  if (measured) await groups.sealNow(db, before, now());
  await table.update(context, before, { ...patch, slaves });
  const measuringPoint = await requirePoint(context, pointId);
  await emitConversionChanges(context, [{ before, after: measuringPoint }], reason);
  await announce(context, measuringPoint);
  return { measuringPoint, lost };
}

/** All that another kind is set up by; what a device alone needs goes with the device. */
function becoming(before: Point, input: Input<'convert'>) {
  const { type } = input;
  const automated = type === kinds.automated;
  return {
    type,
    mode: automated ? (input.mode ?? families[before.family].modes[0] ?? 0) : 0,
    formulaType:
      input.formulaType ?? (type === kinds.composite ? ('CUSTOM_FORMULA' as const) : ('SYSTEM_FORMULA' as const)),
    parameters: input.parameters ?? {},
    deviceParameters: {},
    customFormula: input.customFormula ?? {},
    slaves: input.slaves ?? [],
    ...deviceSetup(before, automated),
  };
}

const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

function lostBy(before: Point, after: ReturnType<typeof becoming>): LostPart[] {
  const all = ['mode', 'parameters', 'customFormula', 'slaves', ...deviceKeys] as const;
  const own = before.formulaType === 'CUSTOM_FORMULA' && after.formulaType !== 'CUSTOM_FORMULA';
  return [
    ...all.filter((part) => isSet(before[part]) && !isSet(after[part])),
    ...(own ? (['formulaType'] as const) : []),
  ];
}
