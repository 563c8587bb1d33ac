/** The fields of points that can be served, and rows of a register map as they are typed. Pure. */
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { PointTableRow } from '@plumbline/contract/points/points.lists';
import { modbusServerLimits, registersOfRow, type ServedRow } from '@plumbline/contract/telemetry/modbus-server';

/** A row under the pen: a cell may hold text that is no number yet. */
export type MapRow = Partial<ServedRow>;
/** With point and field in one cell. */
export type GridRow = MapRow & { readonly source?: string };

export interface ServedField {
  readonly source: string;
  readonly pointId: number;
  readonly field: string;
  readonly family: FamilyCode;
  readonly unit: string;
  readonly point: string;
  readonly place: string;
}

type PointRow = Pick<PointTableRow, 'id' | 'name' | 'type' | 'family' | 'nodeCount' | 'structurePath'>;

const master = 3;
export const sourceOf = ({ pointId, field }: MapRow): string => `${pointId} ${field}`;

/** Every field of every point but masters, which have no values of their own. */
export const servedFields = (points: readonly PointRow[]): ServedField[] =>
  points
    .filter(({ type }) => type !== master)
    .flatMap(({ id, name, family, nodeCount, structurePath }) =>
      fieldsOf(family as FamilyCode, nodeCount).map(({ key, unit }) => ({
        source: `${id} ${key}`,
        pointId: id,
        field: key,
        family: family as FamilyCode,
        unit,
        point: name,
        place: structurePath.join(' / '),
      })),
    );

export const gridRows = (rows: readonly MapRow[]): GridRow[] => rows.map((row) => ({ ...row, source: sourceOf(row) }));

export const mapRows = (rows: readonly GridRow[]): MapRow[] =>
  rows.map(({ source = '', ...row }) => {
    const [pointId, field = ''] = source.split(' ');
    return { ...row, pointId: Number(pointId), field };
  });

/** Behind the last row. */
export const nextAddress = (rows: readonly MapRow[]): number =>
  rows.reduce((next, { address }) => Math.max(next, typeof address === 'number' ? address + registersOfRow : 0), 0);

/** A new row goes on where the last one ends, with the next field. */
export function nextRow(rows: readonly MapRow[], fields: readonly ServedField[]): GridRow {
  const last = rows.at(-1);
  const at = last ? fields.findIndex(({ source }) => source === sourceOf(last)) : -1;
  const { source, pointId, field } = fields[at + 1] ?? fields[0] ?? { source: '', pointId: 0, field: '' };
  const { type = 'float32', order = 'ABCD' } = last ?? {};
  return { address: nextAddress(rows), source, pointId, field, type, order, scale: 1 };
}

/** Points with more fields than this are chains: their nodes are chosen one by one. */
const fewFields = 8;

/** Points with the fields that no row has yet, and those of them that are chosen to begin with: all, but for the nodes of chains. */
export function fieldsToAdd(rows: readonly MapRow[], fields: readonly ServedField[]) {
  const there = new Set(rows.map(sourceOf));
  const points = Map.groupBy(
    fields.filter(({ source }) => !there.has(source)),
    ({ pointId }) => pointId,
  );
  const few = [...points.values()].filter((fieldsOfPoint) => fieldsOfPoint.length <= fewFields);
  return { points, chosen: few.flat().map(({ source }) => source) };
}

/** With the given fields that no row has yet, behind the last row, as far as there is room. */
export function withFields(rows: readonly MapRow[], fields: readonly ServedField[]): MapRow[] {
  const there = new Set(rows.map(sourceOf));
  const { order = 'ABCD' } = rows.at(-1) ?? {};
  const begin = nextAddress(rows);
  const added = fields
    .filter(({ source }) => !there.has(source))
    .map(({ pointId, field }, at) => ({
      address: begin + at * registersOfRow,
      pointId,
      field,
      order,
      type: 'float32' as const,
      scale: 1,
    }));
  return [...rows, ...added].slice(0, modbusServerLimits.rows);
}
