/** The choices that every export of readings offers, and what they mean as a request. */

import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { bucketUnits, type ExportRequest, exportFormats, type exports } from '@plumbline/contract/reports/exports';

export const everyReading = 'readings';
const readingsOption = { value: everyReading, label: 'imports:export.everyReading' };

export const formatField: FieldDefinition = {
  type: 'SELECT',
  inputType: 'buttons',
  prop: 'format',
  label: 'imports:export.format',
  options: exportFormats.map((value) => ({ value, label: `imports:export.formats.${value}` })),
  span: 2,
};
export const spanFields: readonly FieldDefinition[] = [
  { type: 'DATE', inputType: 'datetime', prop: 'from', label: 'readings:box.from' },
  { type: 'DATE', inputType: 'datetime', prop: 'to', label: 'readings:box.to' },
];
export const contentFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'content',
    label: 'imports:export.content',
    tips: 'imports:export.contentTips',
    options: [
      { value: 'shown', label: 'imports:export.values' },
      { value: 'samples', label: 'imports:export.samples' },
    ],
  },
  {
    type: 'SELECT',
    prop: 'per',
    label: 'imports:export.per',
    options: [readingsOption, ...bucketUnits.map((value) => ({ value, label: `imports:export.unit.${value}` }))],
    visibleWhen: { prop: 'content', is: 'shown' },
  },
  {
    type: 'SELECT',
    prop: 'layout',
    label: 'imports:export.layout',
    options: (['rows', 'columns', 'long'] as const).map((value) => ({
      value,
      label: `imports:export.layouts.${value}`,
    })),
    visibleWhen: { prop: 'format', isNot: 'ags4' },
  },
  { type: 'CHECK', prop: 'raw', label: 'imports:export.raw' },
  { type: 'CHECK', prop: 'flags', label: 'imports:export.flags' },
  { type: 'CHECK', prop: 'everyValue', label: 'imports:export.everyValue' },
  { type: 'CHECK', prop: 'utc', label: 'imports:export.utc' },
];
export const firstContent = {
  content: 'shown',
  per: everyReading,
  flags: false,
  everyValue: false,
  utc: false,
} as const;

export type ExportInput = InputOf<typeof exports.download.input>;

/** A request with what was chosen beside its own fields. */
export function withChoices(
  request: ExportRequest,
  { per, everyValue }: Readonly<Record<string, unknown>>,
): ExportInput {
  const unit = bucketUnits.find((each) => each === per);
  return {
    ...request,
    ...(unit && request.content === 'shown' && { buckets: { unit } }),
    quality: everyValue === true ? 'all' : 'good',
  };
}
