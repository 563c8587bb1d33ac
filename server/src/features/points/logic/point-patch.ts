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
export const patchColumns = (said: PointPatch, family: FamilyCode, nodeCount: number) => ({
  ...(said.mainField !== undefined && {
    main_index: fieldsOf(family, nodeCount).findIndex((field) => field.key === said.mainField),
  }),
  ...(said.type !== undefined && { type: said.type }),
  ...(said.name !== undefined && { name: said.name }),
  ...(said.structureId !== undefined && { structure_id: said.structureId }),
  ...(said.mode !== undefined && { mode: said.mode }),
  ...(said.formulaType !== undefined && { formula_type: said.formulaType }),
  ...(said.parameters !== undefined && { parameters: JSON.stringify(said.parameters) }),
  ...(said.customFormula !== undefined && { custom_formula: JSON.stringify(said.customFormula) }),
  ...(said.initialValues !== undefined && { initial_values: JSON.stringify(said.initialValues) }),
  ...(said.intervalSeconds !== undefined && { interval_seconds: said.intervalSeconds }),
  ...(said.coordinates !== undefined && {
    longitude: said.coordinates?.longitude ?? null,
    latitude: said.coordinates?.latitude ?? null,
  }),
  ...(said.imageLocation !== undefined && {
    image_x: said.imageLocation?.x ?? null,
    image_y: said.imageLocation?.y ?? null,
  }),
  ...(said.slaves !== undefined && { slaves: JSON.stringify(said.slaves) }),
  ...(said.master !== undefined && { master_config: said.master && JSON.stringify(said.master) }),
  ...(said.collectMode !== undefined && { collect_mode: said.collectMode }),
  ...(said.networkId !== undefined && { network_id: said.networkId }),
  ...(said.lockLocation !== undefined && { lock_location: said.lockLocation }),
  ...(said.autoGetHistory !== undefined && { auto_get_history: said.autoGetHistory }),
  ...(said.onlySort !== undefined && { only_sort: said.onlySort }),
  ...(said.timedPhotographing !== undefined && { timed_photographing: said.timedPhotographing }),
  ...(said.backupNodes !== undefined && { backup_nodes: said.backupNodes }),
});

/** A point that does not exist yet. */
export type NewPoint = PointPatch & Pick<Point, 'structureId' | 'name' | 'family' | 'type' | 'mode' | 'nodeCount'>;

/** Its row; what was not said is as the table begins. */
export const newRow = (projectId: number, said: NewPoint, createdAt: Date) => ({
  longitude: null,
  latitude: null,
  ...patchColumns(said, said.family, said.nodeCount),
  project_id: projectId,
  structure_id: said.structureId,
  name: said.name,
  family: said.family,
  mode: said.mode,
  node_count: said.nodeCount,
  device_id: null,
  channel: null,
  archived_at: null,
  created_at: createdAt,
});
