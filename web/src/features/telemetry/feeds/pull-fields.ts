import type { Condition, FieldDefinition } from '@plumbline/contract/kernel/forms';
import { authSchemes, sqlDialects } from '@plumbline/contract/telemetry/feeds.pulls';

const http: Condition = { prop: 'kind', is: 'http' };
const database: Condition = { prop: 'kind', is: 'sql' };
const asking: Condition = { prop: 'kind', is: ['http', 'sql'] };

/** Fields for a database, and what of it. */
export const databaseFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'dialect',
    label: 'feedPulls:dialect',
    options: sqlDialects.map((value) => ({ value, label: `feedPulls:dialects.${value}` })),
    visibleWhen: database,
  },
  { type: 'INPUT', prop: 'database', label: 'feedPulls:database', visibleWhen: database },
  { type: 'INPUT', prop: 'table', label: 'feedPulls:table', tips: 'feedPulls:tableTip', visibleWhen: database },
  {
    type: 'INPUT',
    prop: 'cursorColumn',
    label: 'feedPulls:cursorColumn',
    tips: 'feedPulls:cursorColumnTip',
    visibleWhen: database,
  },
];

/** Fields for a request over HTTP. */
export const requestFields: readonly FieldDefinition[] = [
  {
    type: 'INPUT',
    prop: 'pullUrl',
    label: 'feedPulls:url',
    tips: 'feedPulls:urlTip',
    span: 2,
    visibleWhen: http,
  },
  {
    type: 'INPUT',
    inputType: 'textarea',
    prop: 'pullBody',
    label: 'feedPulls:body',
    tips: 'feedPulls:bodyTip',
    span: 2,
    visibleWhen: http,
  },
  {
    type: 'SELECT',
    prop: 'auth',
    label: 'feedPulls:auth',
    options: authSchemes.map((value) => ({ value, label: `feedPulls:schemes.${value}` })),
    visibleWhen: http,
  },
  {
    type: 'INPUT',
    prop: 'authName',
    label: 'feedPulls:authName',
    visibleWhen: [http, { prop: 'auth', is: 'header' }],
  },
];

/** How what is answered is taken apart. */
export const answerFields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'records', label: 'feedPulls:records', tips: 'feedPulls:recordsTip', visibleWhen: http },
  { type: 'INPUT', prop: 'nextPage', label: 'feedPulls:nextPage', tips: 'feedPulls:nextPageTip', visibleWhen: http },
];

export const earlierFields: readonly FieldDefinition[] = [
  {
    type: 'NUMBER',
    prop: 'windowHours',
    label: 'feedPulls:window',
    tips: 'feedPulls:windowTip',
    unit: 'h',
    visibleWhen: http,
  },
  {
    type: 'NUMBER',
    prop: 'overlapMinutes',
    label: 'feedPulls:overlap',
    tips: 'feedPulls:overlapTip',
    unit: 'min',
    visibleWhen: asking,
  },
];
