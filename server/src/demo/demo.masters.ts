/** Lays the masters of the demonstration: points that join points of their group. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { MasterConfig } from '@plumbline/contract/points/points.point';
import type { Db } from '../kernel/context.ts';
import type { DemoMaster, DemoPoint } from './demo.shapes.ts';

/** Every point is read at the full hour: in its history, and by its device while it runs. */
export const collectSeconds = 3600;

const plain: MasterConfig = {
  fixedPointId: null,
  lengthsMm: [],
  chainagesM: [],
  turningPointIds: [],
  closing: null,
  chords: null,
  referenceLine: null,
};

/** Each stands where the first point of the group does. */
export async function layMasters(
  db: Db,
  masters: readonly DemoMaster[],
  laid: readonly { readonly pointId: number; readonly point: DemoPoint }[],
  {
    projectId,
    structureId,
    at,
    createdAt,
  }: { projectId: number; structureId: number; at: { longitude: number; latitude: number }; createdAt: Date },
): Promise<void> {
  for (const { name, slaves, ...config } of masters) {
    const ids = slaves.flatMap((slave) =>
      laid.filter(({ point }) => point.name === slave).map(({ pointId }) => pointId),
    );
    const { family, field } = elementAt(laid, 0).point;
    await db
      .insertInto('point')
      .values({
        project_id: projectId,
        structure_id: structureId,
        name,
        type: 3,
        family,
        mode: 0,
        main_index: Math.max(
          0,
          fieldsOf(family).findIndex(({ key }) => key === field),
        ),
        interval_seconds: collectSeconds,
        slaves: JSON.stringify(ids.map((pointId) => ({ pointId }))),
        master_config: JSON.stringify({ ...plain, ...config }),
        ...at,
        device_id: null,
        channel: null,
        archived_at: null,
        created_at: createdAt,
      })
      .execute();
  }
}
