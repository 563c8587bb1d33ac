/**
 * What an edge has to know of the devices of a project: the rows that points are compiled from. It binds, converts and judges
 * by the same functions as the centre (bind.ts), so that a limit means the same at the site.
 */
import { type EdgePlan, edgeLimits } from '@plumbline/contract/telemetry/edges';
import type { Correction } from '@plumbline/science/series/correction';
import { devicesOfProject } from '../features/points/bindings/bindings.plans.api.ts';
import { correctionsOf } from '../features/readings/corrections/corrections.api.ts';
import { dialInsOf } from '../features/telemetry/dial-in/dial-in.api.ts';
import type { Db, Logger } from '../kernel/context.ts';
import { type BoundPoint, bindPoint } from './bind.ts';
import type { BoundDevice } from './directory.ts';

type SiteDevice = EdgePlan['devices'][number];

/** The devices that feed points of a project, in order of their ids, as its edge has to know them. */
export async function sitePlan(
  db: Db,
  { corporationId, projectId, edgeId }: { corporationId: number; projectId: number; edgeId: number },
): Promise<SiteDevice[]> {
  const devices = await devicesOfProject(db, corporationId, projectId, edgeLimits.devices);
  const ids = devices.flatMap(({ points }) => points.map(({ pointId }) => pointId));
  const corrections = await correctionsOf(db, ids);
  const dialIns = await dialInsOf(
    db,
    devices.map(({ id }) => id),
    edgeId,
  );
  return devices.map(({ secretHash, points, channels, ...device }) => ({
    ...device,
    dialIn: dialIns.get(device.id) ?? null,
    channels: [...channels],
    secretHash: secretHash.toString('hex'),
    points: points.map((plan) => ({ plan, corrections: corrections.get(plan.pointId) ?? [] })),
  }));
}

interface SitePoint {
  readonly plan: Parameters<typeof bindPoint>[0];
  readonly corrections: readonly Correction[];
}

/** A device of a plan, bound. Conversions of before count at the centre alone: what is judged at a site is of now. */
export function bindSiteDevice(
  { points, secretHash, channels, dialIn: _, ...device }: SiteDevice,
  log: Logger,
): BoundDevice {
  const bound = (points as unknown as SitePoint[]).flatMap(({ plan, corrections }): [string, BoundPoint][] => {
    const point = bindPoint(plan, corrections.map(fromJson), [], log);
    return plan.channel !== null && point ? [[plan.channel, point]] : [];
  });
  return {
    ...device,
    secretHash: Buffer.from(secretHash, 'hex'),
    channels: new Set(channels),
    points: new Map(bound),
  };
}

/** JSON has no infinity: a temperature compensation holds since ever. */
const fromJson = (correction: Correction): Correction => ({
  ...correction,
  startAt: (correction.startAt as number | null) ?? Number.NEGATIVE_INFINITY,
});
