import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Route } from '@plumbline/contract/kernel/route';
import { type Family, families, fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { type CorrectionKind, corrections } from '@plumbline/contract/readings/corrections';
import { followersOf } from '@plumbline/science/series/followers';

/** The calls and the form of each kind of correction, as data. */
export interface KindForm {
  readonly create: Route;
  readonly update: Route;
  readonly remove: Route;
  readonly fields: readonly FieldDefinition[];
}

const stretch: readonly FieldDefinition[] = [
  {
    type: 'DATE',
    inputType: 'datetime',
    prop: 'startAt',
    label: 'corrections:startAt',
    tips: 'corrections:startAtTips',
  },
  { type: 'DATE', inputType: 'datetime', prop: 'endAt', label: 'corrections:endAt', tips: 'corrections:endAtTips' },
];
const why: FieldDefinition = {
  type: 'INPUT',
  prop: 'reason',
  label: 'corrections:reason',
  rules: { maxLength: 200 },
  span: 2,
};
const axis = (prop: string): FieldDefinition[] => [
  { type: 'NUMBER', prop: `${prop}.x`, label: 'corrections:axisX', unit: 'mm' },
  { type: 'NUMBER', prop: `${prop}.y`, label: 'corrections:axisY', unit: 'mm' },
];

export const kindForms: Readonly<Record<CorrectionKind, KindForm>> = {
  shift: {
    create: corrections.createShift,
    update: corrections.updateShift,
    remove: corrections.removeShift,
    fields: [
      ...stretch,
      {
        type: 'NUMBER',
        prop: 'stableTimes',
        label: 'corrections:stableTimes',
        tips: 'corrections:stableTimesTips',
      },
      { type: 'slot', prop: 'fixes', label: 'corrections:fixes' },
      why,
    ],
  },
  initshift: {
    create: corrections.createInitshift,
    update: corrections.updateInitshift,
    remove: corrections.removeInitshift,
    fields: [...stretch, { type: 'slot', prop: 'initials', label: 'corrections:initials' }, why],
  },
  topshift: {
    create: corrections.createTopshift,
    update: corrections.updateTopshift,
    remove: corrections.removeTopshift,
    fields: [...stretch, ...axis('fixes'), why],
  },
  basenode: {
    create: corrections.createBasenode,
    update: corrections.updateBasenode,
    remove: corrections.removeBasenode,
    fields: [...stretch, { type: 'NUMBER', prop: 'node', label: 'corrections:node' }, ...axis('surveyed'), why],
  },
};

/** Profiles alone have a top and nodes. */
export const kindsOf = (point: Pick<Point, 'family'>): readonly CorrectionKind[] =>
  (families[point.family] as Family).nodeFields
    ? ['shift', 'initshift', 'topshift', 'basenode']
    : ['shift', 'initshift'];

/** The fields that can be given a fix: those that are computed from others follow them. */
export function fixable(point: Pick<Point, 'family' | 'nodeCount' | 'customFormula'>) {
  const fields = fieldsOf(point.family, point.nodeCount);
  const followers = followersOf(
    fields.map(({ key }) => key),
    { own: Object.keys(point.customFormula) },
  );
  return fields.filter(({ key }) => !followers.has(key));
}
