/** The options of each kind of block as fields of a form: data, closed over the kinds. */
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type BlockKind, statisticsColumns, templateLimits } from '@plumbline/contract/reports/templates.blocks';
import { viewFields } from '../paper-views/view-fields.parts.ts';

const title: FieldDefinition = {
  type: 'INPUT',
  prop: 'title',
  label: 'reportTemplates:title',
  tips: 'reportTemplates:titleTips',
  rules: { maxLength: templateLimits.titleLength },
  span: 2,
};
const page: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'orientation',
    label: 'reportTemplates:orientation',
    options: [
      { value: null, label: 'reportTemplates:asTemplate' },
      { value: 'portrait', label: 'reportTemplates:portrait' },
      { value: 'landscape', label: 'reportTemplates:landscape' },
    ],
  },
  { type: 'SWITCH', prop: 'newPage', label: 'reportTemplates:newPage' },
];
const only: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'only.structureIds',
    label: 'reportTemplates:structures',
    placeholder: 'reportTemplates:everything',
    span: 2,
  },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'only.families',
    label: 'reportTemplates:families',
    placeholder: 'reportTemplates:everything',
    span: 2,
  },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'only.pointIds',
    label: 'reportTemplates:points',
    placeholder: 'reportTemplates:everything',
    span: 2,
  },
];
const number = (prop: string, minimum: number, maximum: number): FieldDefinition => ({
  type: 'NUMBER',
  prop,
  label: `reportTemplates:options.${prop}`,
  rules: { minimum, maximum, whole: true },
});
const yesNo = (prop: string): FieldDefinition => ({ type: 'SWITCH', prop, label: `reportTemplates:options.${prop}` });
const slot = (prop: string): FieldDefinition => ({
  type: 'slot',
  prop,
  label: `reportTemplates:options.${prop}`,
  span: 2,
});
const phrase = (level: string): FieldDefinition => ({
  type: 'INPUT',
  inputType: 'textarea',
  prop: `phrases.${level}`,
  label: `reportTemplates:phrases.${level}`,
  placeholder: 'reportTemplates:phraseOfProduct',
  rules: { maxLength: templateLimits.textLength },
  span: 2,
});

export const blockFields: Readonly<Record<BlockKind, readonly FieldDefinition[]>> = {
  cover: [
    title,
    {
      type: 'INPUT',
      prop: 'subtitle',
      label: 'reportTemplates:options.subtitle',
      rules: { maxLength: templateLimits.titleLength },
      span: 2,
    },
    slot('picture'),
    slot('fields'),
    slot('signatures'),
    yesNo('counts'),
    ...page,
  ],
  contents: [title, number('depth', 1, 3), ...page],
  text: [
    title,
    {
      type: 'INPUT',
      inputType: 'textarea',
      prop: 'text',
      label: 'reportTemplates:options.text',
      tips: 'reportTemplates:textTips',
      rules: { maxLength: templateLimits.textLength },
      span: 2,
    },
    number('headingDepth', 1, 3),
    ...page,
  ],
  summary: [title, ...only, ...page],
  statistics: [
    title,
    {
      type: 'MILT_CHECK',
      prop: 'columns',
      label: 'reportTemplates:options.columns',
      options: statisticsColumns.map((value) => ({ value, label: `reportTemplates:columns.${value}` })),
      span: 2,
    },
    ...[yesNo('times'), yesNo('extremes'), yesNo('curves')],
    ...only,
    ...page,
  ],
  charts: [
    title,
    number('perChart', 1, 8),
    { ...number('columns', 1, 3), label: 'reportTemplates:options.beside' },
    yesNo('limits'),
    ...only,
    ...page,
  ],
  profiles: [title, number('dates', 2, 8), ...only, ...page],
  masters: [title, number('dates', 2, 8), ...only, ...page],
  views: [
    title,
    ...viewFields,
    { ...number('columns', 1, 3), label: 'reportTemplates:options.beside' },
    yesNo('numbers'),
    ...only,
    ...page,
  ],
  drawings: [title, ...only, ...page],
  alerts: [title, yesNo('handling'), number('fromLevel', 1, 4), ...only, ...page],
  conclusions: [title, ...['red', 'orange', 'yellow', 'blue', 'normal', 'unknown'].map(phrase), ...only, ...page],
  comparison: [title, ...only, ...page],
  devices: [title, ...page],
  works: [title, ...page],
  inspections: [title, yesNo('detail'), ...page],
  photos: [title, { ...number('columns', 1, 3), label: 'reportTemplates:options.beside' }, ...only, ...page],
  weather: [title, ...only, ...page],
  readings: [title, ...only, ...page],
  plugin: [
    title,
    { type: 'SELECT', prop: 'part', label: 'reportTemplates:options.part', span: 2 },
    slot('parameters'),
    ...only,
    ...page,
  ],
  method: [title, yesNo('sentences'), yesNo('calibration'), ...only, ...page],
};
