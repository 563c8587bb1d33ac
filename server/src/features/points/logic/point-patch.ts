/** What may be said of a point by people, and the columns that hold it. Pure. */
import { type FamilyCode, fieldsOf } from '@plumbline/contract/families';
import type { Point } from '@plumbline/contract/points';

/** What may be said of a point by people; what is undefined stays as it is. */
export type PointPatch = {
  readonly [K in
    | 'type'
    | 'name'
    | 'structureId'
    | 'mode'
    | 'mainField'
    | 'formulaType'
    | 'parameters'
    | 'customFormula'
    | 'initialValues'
    | 'intervalSeconds'
    | 'coordinates'
    | 'imageLocation'
    | 'slaves'
    | 'master'
    | 'collectMode'
    | 'networkId'
    | 'lockLocation'
    | 'autoGetHistory'
    | 'onlySort'
    | 'timedPhotographing'
    | 'backupNodes']?: Point[K] | undefined;
};

/** The columns of what was said. */
export const patchColumns = (patch: PointPatch, family: FamilyCode, nodeCount: number) => ({
  ...(patch.mainField !== undefined && {
    main_index: fieldsOf(family, nodeCount).findIndex((field) => field.key === patch.mainField),
  }),
  ...(patch.type !== undefined && { type: patch.type }),
  ...(patch.name !== undefined && { name: patch.name }),
  ...(patch.structureId !== undefined && { structure_id: patch.structureId }),
  ...(patch.mode !== undefined && { mode: patch.mode }),
  ...(patch.formulaType !== undefined && { formula_type: patch.formulaType }),
  ...(patch.parameters !== undefined && { parameters: JSON.stringify(patch.parameters) }),
  ...(patch.customFormula !== undefined && { custom_formula: JSON.stringify(patch.customFormula) }),
  ...(patch.initialValues !== undefined && { initial_values: JSON.stringify(patch.initialValues) }),
  ...(patch.intervalSeconds !== undefined && { interval_seconds: patch.intervalSeconds }),
  ...(patch.coordinates !== undefined && {
    longitude: patch.coordinates?.longitude ?? null,
    latitude: patch.coordinates?.latitude ?? null,
  }),
  ...(patch.imageLocation !== undefined && {
    image_x: patch.imageLocation?.x ?? null,
    image_y: patch.imageLocation?.y ?? null,
  }),
  ...(patch.slaves !== undefined && { slaves: JSON.stringify(patch.slaves) }),
  ...(patch.master !== undefined && { master_config: patch.master && JSON.stringify(patch.master) }),
  ...(patch.collectMode !== undefined && { collect_mode: patch.collectMode }),
  ...(patch.networkId !== undefined && { network_id: patch.networkId }),
  ...(patch.lockLocation !== undefined && { lock_location: patch.lockLocation }),
  ...(patch.autoGetHistory !== undefined && { auto_get_history: patch.autoGetHistory }),
  ...(patch.onlySort !== undefined && { only_sort: patch.onlySort }),
  ...(patch.timedPhotographing !== undefined && { timed_photographing: patch.timedPhotographing }),
  ...(patch.backupNodes !== undefined && { backup_nodes: patch.backupNodes }),
});

/** A point that does not exist yet. */
export type NewPoint = PointPatch & Pick<Point, 'structureId' | 'name' | 'family' | 'type' | 'mode' | 'nodeCount'>;

/** Its row; what was not said is as the table begins. */
export const newRow = (projectId: number, input: NewPoint, createdAt: Date) => ({
  longitude: null,
  latitude: null,
  ...patchColumns(input, input.family, input.nodeCount),
  project_id: projectId,
  structure_id: input.structureId,
  name: input.name,
  family: input.family,
  mode: input.mode,
  node_count: input.nodeCount,
  device_id: null,
  channel: null,
  archived_at: null,
  created_at: createdAt,
});
