import { devices } from '@plumbline/contract/devices';
import { points } from '@plumbline/contract/points';
import { projects } from '@plumbline/contract/projects';
import { stats } from '@plumbline/contract/stats';
import { call } from '../../kernel/call.ts';
import { invalidate } from '../../kernel/queries.ts';

/** Binds a point to a channel; everything that shows either is asked again. */
export async function bindPoint(pointId: number, measuringDeviceId: number, channel: string): Promise<void> {
  await call(points.bind, { pointId, measuringDeviceId, channel });
  await invalidate(
    devices.get,
    devices.list,
    devices.ofProject,
    points.get,
    points.list,
    projects.tree,
    stats.project,
    stats.corporation,
  );
}
