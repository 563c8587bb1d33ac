/** The options of a view on paper as fields of a form: each is there with the views that it changes. */
import type { Condition, FieldDefinition } from '@plumbline/contract/kernel/forms';
import {
  analysisPictures,
  optionsOfView,
  type ViewOption,
  waveformPictures,
} from '@plumbline/contract/reports/templates.views';
import { predictionModels } from '@plumbline/contract/views/predictions';
import { viewNames } from '@plumbline/contract/views/views';

const label = (prop: string): string => `paperViews:options.${prop}`;
const choices = (names: readonly string[], group: string) =>
  names.map((value) => ({ value, label: `paperViews:${group}.${value}` }));
const withOption = (option: ViewOption): Condition => ({
  prop: 'view',
  is: viewNames.filter((name) => optionsOfView[name].includes(option)),
});
const ofRelation: readonly Condition[] = [withOption('against'), { prop: 'analysis', is: 'relation' }];

/** Fields for a view and its options. */
export const viewFields: readonly FieldDefinition[] = [
  { type: 'SELECT', prop: 'view', label: label('view'), options: choices(viewNames, 'views'), span: 2 },
  {
    type: 'SELECT',
    prop: 'analysis',
    label: label('analysis'),
    options: choices(analysisPictures, 'analyses'),
    visibleWhen: withOption('analysis'),
    span: 2,
  },
  {
    type: 'SELECT',
    prop: 'waveform',
    label: label('waveform'),
    options: choices(waveformPictures, 'waveforms'),
    visibleWhen: withOption('waveform'),
    span: 2,
  },
  { type: 'SELECT', prop: 'field', label: label('field'), visibleWhen: withOption('field') },
  {
    type: 'SELECT',
    prop: 'model',
    label: label('model'),
    options: [
      { value: null, label: 'paperViews:noModel' },
      ...predictionModels.map((value) => ({ value, label: `predictions:models.${value}` })),
    ],
    visibleWhen: withOption('model'),
  },
  { type: 'SELECT', prop: 'against', label: label('against'), visibleWhen: ofRelation },
  { type: 'SELECT', prop: 'withPointId', label: label('withPointId'), visibleWhen: ofRelation, span: 2 },
  {
    type: 'NUMBER',
    prop: 'dates',
    label: label('dates'),
    rules: { minimum: 2, maximum: 8, whole: true },
    visibleWhen: withOption('dates'),
  },
  {
    type: 'SELECT',
    prop: 'counted',
    label: label('counted'),
    options: choices(['initial', 'period'], 'counted'),
    visibleWhen: withOption('counted'),
  },
];

/** The same inside of an object of the form: `chart.view`. */
export const viewFieldsIn = (prop: string, only: readonly string[]): readonly FieldDefinition[] =>
  viewFields.map((field) => ({
    ...field,
    prop: `${prop}.${field.prop}`,
    ...(field.prop === 'view' && { options: choices(only, 'views') }),
    ...(field.visibleWhen && {
      visibleWhen: [field.visibleWhen].flat().map((each: Condition) => ({ ...each, prop: `${prop}.${each.prop}` })),
    }),
  }));
