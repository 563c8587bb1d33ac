import type { FieldOption } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import {
  type Family,
  type FamilyCode,
  families,
  familyCodes,
  type SensorMode,
  sensorModes,
} from '@plumbline/contract/points/families';
import {
  collectModes,
  formulaTypes,
  pointConfig,
  pointKind,
  pointTypes,
} from '@plumbline/contract/points/points.point';
import { recipe } from '@plumbline/science/sensors/recipes';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { GridColumn } from '../../design/form/EditableTable.tsx';

/**
 * Points as rows of a table: one flat cell for each number that a call nests. `parameters/K` is the parameter K,
 * `initialValues/level` the initial value of the field level; a prop of a table has no dot.
 */
export type Cells = Readonly<Record<string, unknown>>;

const nested = ['parameters', 'initialValues', 'customFormula'] as const;

export const flatten = (row: object): Record<string, unknown> => {
  // A whole copy with its nested parts said to be nothing is made several times faster than one without them.
  const { coordinates, structurePath } = row as Loose;
  const cells: Loose = { ...row };
  for (const group of nested) {
    const values = cells[group] as Loose | undefined;
    if (values === undefined) continue;
    cells[group] = undefined;
    for (const name in values) cells[`${group}/${name}`] = values[name];
  }
  if (coordinates !== undefined) {
    cells.coordinates = undefined;
    const place = coordinates as { longitude: number; latitude: number } | null;
    cells.longitude = place?.longitude ?? null;
    cells.latitude = place?.latitude ?? null;
  }
  // What is not read by a sensor has no mode: an empty cell, not a zero that is none of the choices.
  if (cells.mode === 0) cells.mode = null;
  if (structurePath !== undefined) cells.structurePath = (structurePath as string[]).join(' / ');
  return cells;
};
type Loose = Record<string, unknown>;

const isNested = (group: string): boolean => (nested as readonly string[]).includes(group);
const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Cells as the call takes them; what is empty is left out. A text that is no number goes along: the server names it. */
export function unflatten(cells: Cells): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(cells)) {
    if (!isPresent(value)) continue;
    const [group = '', name] = key.split('/');
    if (name !== undefined && isNested(group)) row[group] = { ...(row[group] as object), [name]: value };
    else if (key === 'structurePath')
      row.structurePath = String(value)
        .split('/')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    else if (key !== 'longitude' && key !== 'latitude') row[key] = value;
  }
  if (isPresent(cells.longitude) || isPresent(cells.latitude))
    row.coordinates = { longitude: cells.longitude, latitude: cells.latitude };
  return row;
}

/** The column that a problem's path is about. */
export const columnOfPath =
  (columns: readonly GridColumn[]) =>
  (path: string): string | undefined => {
    const flat = path.replace(/^(parameters|initialValues|customFormula)\./, '$1/');
    const isColumn = (prop: string): boolean => columns.some((column) => column.prop === prop);
    if (isColumn(flat)) return flat;
    const [head = ''] = path.split('.', 1);
    if (head === 'coordinates') return isColumn('longitude') ? 'longitude' : undefined;
    if (head === 'structureId' && isColumn('structurePath')) return 'structurePath';
    if (isNested(head)) return columns.find(({ prop }) => prop.startsWith(`${head}/`))?.prop;
    return isColumn(head) ? head : undefined;
  };

/** Parameters of a family read by a mode; none where the family is not read by it. */
function parametersOf(family: FamilyCode, mode: number): readonly { key: string; unit: string }[] {
  const familyFacts = families[family] as Family;
  if (!(familyFacts.modes as readonly number[]).includes(mode)) return [];
  return recipe({ family, mode: mode as SensorMode, parameters: {} }).parameters;
}

const familyOptions = (t: TFunction): FieldOption[] =>
  familyCodes.map((code) => ({ value: code, label: t(`families:family.${code}`) }));

const text = (prop: string, label: string, widthPx = 130): GridColumn => ({ type: 'INPUT', prop, label, widthPx });
const number = (prop: string, label: string, unit = '', widthPx = 110): GridColumn => ({
  type: 'NUMBER',
  prop,
  label,
  unit,
  widthPx,
});

/** The columns that a table of points may have, in their order; numbers of the families that are there come last. */
export function tableColumns(
  t: TFunction,
  kinds: readonly { readonly family: FamilyCode; readonly mode: number }[],
  fieldWord: (family: FamilyCode, key: string) => string,
): GridColumn[] {
  const more = new Map<string, GridColumn>();
  for (const { family, mode } of kinds)
    for (const { key, unit } of parametersOf(family, mode))
      more.set(`parameters/${key}`, number(`parameters/${key}`, key, unit));
  for (const { family } of kinds)
    for (const { key, unit } of (families[family] as Family).fields)
      more.set(
        `initialValues/${key}`,
        number(`initialValues/${key}`, t('points:edit.initialOf', { field: fieldWord(family, key) }), unit, 130),
      );
  return [...fixedColumns(t), ...more.values()];
}

/** The columns of every kind of point. */
function fixedColumns(t: TFunction): GridColumn[] {
  return [
    text('name', t('points:name'), 160),
    text('structurePath', t('points:structure'), 190),
    { type: 'SELECT', prop: 'family', label: t('points:family'), widthPx: 150, options: familyOptions(t) },
    {
      type: 'SELECT',
      prop: 'type',
      label: t('points:list.kind'),
      widthPx: 110,
      options: pointTypes.map((type, i) => ({ value: i, label: t(`points:type.${type}`) })),
    },
    {
      type: 'SELECT',
      prop: 'mode',
      label: t('points:mode'),
      widthPx: 130,
      options: Object.entries(sensorModes).map(([mode, word]) => ({
        value: Number(mode),
        label: t(`families:mode.${word}`),
      })),
    },
    number('nodeCount', t('points:nodes')),
    text('sncode', t('bindings:device.sncode'), 130),
    text('channel', t('bindings:device.channel'), 90),
    number('intervalSeconds', t('points:interval'), 's', 120),
    text('mainField', t('points:mainField'), 110),
    {
      type: 'SELECT',
      prop: 'collectMode',
      label: t('points:config.collectMode'),
      widthPx: 150,
      options: collectModes.map((mode) => ({ value: mode, label: t(`points:collectMode.${mode}`) })),
    },
    number('onlySort', t('points:config.onlySort')),
    number('longitude', t('points:config.longitude'), '°', 120),
    number('latitude', t('points:config.latitude'), '°', 120),
    number('depthM', t('points:config.depth'), 'm'),
    { type: 'CHECK', prop: 'lockLocation', label: t('points:config.lockLocation'), widthPx: 110 },
    {
      type: 'SELECT',
      prop: 'formulaType',
      label: t('points:conversion'),
      widthPx: 140,
      options: formulaTypes.map((each) => ({ value: each, label: t(`points:formulaType.${each}`) })),
    },
  ];
}

/** Judges the cells of one row by the contract's own fields; whether the row is a sound point the dry run says. */
export function cellSchema(columns: readonly GridColumn[]): Schema {
  const { structureId: _, coordinates: __, ...configShape } = pointConfig;
  const shapes: Record<string, z.ZodType> = { ...configShape, nodeCount: pointKind.nodeCount };
  const shape = Object.fromEntries(
    columns
      .filter(({ prop, type }) => prop in shapes || type === 'NUMBER')
      .map(({ prop }) => {
        const schema = shapes[prop] ?? z.number().min(-1e15).max(1e15);
        // An emptied cell is not said; only a name must be there.
        return [prop, prop === 'name' ? schema : z.union([z.literal(''), schema]).nullish()];
      }),
  );
  return z.object(shape) as unknown as Schema;
}
