/**
 * Whether a mapping fits its file and the points of the project. Invariant: what passes here can be imported: every
 * target is a point of the project that takes readings, and a field or quantity that it has.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import {
  type ImportFormat,
  isSeriesFormat,
  type Mapping,
  type Target,
} from '@plumbline/contract/readings/imports.mapping';
import type { NamedPoint } from '../../../points/points/points.api.ts';
import { slotsOf } from './named-targets.ts';

/** A place of the mapping that values go to. */
interface Aim extends Pick<Target, 'pointId' | 'kind' | 'name' | 'node'> {
  readonly path: string;
  /** Names and nodes apply to several points: not each has to have them. */
  readonly shared?: boolean;
}

export const pointIdsOf = ({ values }: Mapping): number[] => {
  const targets = values.layout === 'wide' ? values.columns : values.names;
  return [...new Set(targets.map(({ pointId }) => pointId))].sort((a, b) => a - b);
};

function aimsOf({ values }: Mapping): Aim[] {
  if (values.layout === 'rows')
    return values.names.flatMap(({ pointId }) =>
      values.columns.map((target, i) => ({ ...target, pointId, path: `mapping.values.columns.${i}`, shared: true })),
    );
  if (values.layout === 'wide')
    return values.columns.map((target, i) => ({ ...target, path: `mapping.values.columns.${i}` }));
  return values.names.map((target, i) => ({ ...target, path: `mapping.values.names.${i}` }));
}

/**
 * Throws notFound for a point that is none of the project, archived, pointDeprecated, kindUnsuitable for a point that is
 * computed, templateTypeDiffers where fields are meant for an automated point or raw quantities for a manual one, and
 * badInput with the path of what does not fit.
 */
export function checkMapping(mapping: Mapping, format: ImportFormat, points: readonly NamedPoint[]): void {
  const { values } = mapping;
  if (isSeriesFormat(format) !== (values.layout === 'ags4')) throw wrong('mapping.values.layout', 'layoutOfFormat');
  const byId = new Map(points.map((point) => [point.id, point]));
  for (const pointId of pointIdsOf(mapping)) if (!byId.has(pointId)) throw new Failure('notFound', { pointId });
  const slots = new Map(points.map((point) => [point.id, slotsOf(point)]));
  const used = new Set<string>();
  for (const aim of aimsOf(mapping)) {
    const point = getOrThrow(byId, aim.pointId);
    if (point.closed === 'deprecated') throw new Failure('pointDeprecated', { name: point.name });
    if (point.closed === 'archived') throw new Failure('archived', { name: point.name });
    if (point.type !== 0 && point.type !== 2)
      throw new Failure('kindUnsuitable', { name: point.name, type: point.type });
    const own = getOrThrow(slots, point.id);
    if (aim.kind !== own.kind)
      throw new Failure('templateTypeDiffers', { name: point.name, type: point.type, kind: aim.kind });
    const known = own.slots.some(({ name }) => name === aim.name);
    if (!known && !aim.shared) throw wrong(`${aim.path}.name`, 'fieldUnknown');
    if (aim.node !== null && (aim.kind === 'field' || aim.node > point.nodeCount) && known)
      throw wrong(`${aim.path}.node`, 'nodeUnknown');
    // Names may mean the same point; two columns that write one place would fight.
    const key = `${aim.pointId}/${aim.name}/${aim.node}`;
    if (used.has(key) && values.layout === 'wide') throw wrong(aim.path, 'targetTwice');
    used.add(key);
  }
  if (values.layout === 'rows') checkShared(values.columns, values.names, slots);
}

function checkShared(
  columns: readonly { name: string }[],
  names: readonly { pointId: number }[],
  slots: ReadonlyMap<number, ReturnType<typeof slotsOf>>,
): void {
  for (const [i, { name }] of columns.entries()) {
    const has = names.some(({ pointId }) => getOrThrow(slots, pointId).slots.some((slot) => slot.name === name));
    if (!has) throw wrong(`mapping.values.columns.${i}.name`, 'fieldUnknown');
  }
}

const wrong = (path: string, message: string) => new Failure('badInput', [{ path, message, code: 'custom' }]);
