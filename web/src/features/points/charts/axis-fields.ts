import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type FamilyCode, type Field, fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { ChartConfig } from '@plumbline/contract/points/points.settings';
import type { TFunction } from 'i18next';

/** Bounds of value axes as fields of a form. Invariant: what the form does not show is kept as it is. */
type Axes = ChartConfig['axes'];
const free: Axes[string] = { min: null, max: null, reversed: false };
/** Further fields of a point with many find their own bounds. */
const maxFields = 8;
const visibleFields = (point: Pick<Point, 'family' | 'nodeCount'>): readonly Field[] =>
  fieldsOf(point.family, point.nodeCount).slice(0, maxFields);

export const axisFields = (
  point: Point,
  prop: string,
  fieldWord: (family: FamilyCode, key: string) => string,
  t: TFunction,
): FieldDefinition[] =>
  visibleFields(point).flatMap(({ key, unit }): FieldDefinition[] => {
    const name = fieldWord(point.family, key);
    return [
      { type: 'NUMBER', prop: `${prop}.${key}.min`, label: `${name} ≥`, unit, placeholder: 'charts:axis.own' },
      { type: 'NUMBER', prop: `${prop}.${key}.max`, label: `${name} ≤`, unit, placeholder: 'charts:axis.own' },
      { type: 'SWITCH', prop: `${prop}.${key}.reversed`, label: t('charts:setting.reversed', { name }), span: 2 },
    ];
  });

/** Returns every axis of the form, with defaults for those without settings. */
export const axesFor = (point: Point, axes: Axes | undefined): Axes => ({
  ...axes,
  ...Object.fromEntries(visibleFields(point).map(({ key }) => [key, axes?.[key] ?? free])),
});

/** Returns the axes with at least one setting, and those that the form did not show. */
export const axesText = (axes: Axes | undefined, before: Axes | undefined): Axes =>
  Object.fromEntries(
    Object.entries({ ...before, ...axes }).filter(
      ([, { min, max, reversed }]) => min !== null || max !== null || reversed,
    ),
  );
