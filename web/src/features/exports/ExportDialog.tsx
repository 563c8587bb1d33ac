import { bucketUnits, type ExportRequest, exportFormats, exports } from '@plumbline/contract/exports';
import { type Field, fieldsOf } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import type { Point } from '@plumbline/contract/points';
import type { DisplayFilter } from '@plumbline/contract/readings.filters';
import type { InputOf } from '@plumbline/contract/route';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { download, saveAs } from '../../kernel/call.ts';
import { sharedFieldWords, useFieldWord } from '../../kernel/field-words.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import { read } from '../../kernel/reads.ts';
import { wordKey } from '../../kernel/words.ts';
import { useWrite } from '../../kernel/writes.ts';
import { useFilterWords } from '../readings/filter-state.parts.ts';

/** What the page shows now: the export begins with it. */
export interface Shown {
  readonly points: readonly Point[];
  /** The field that is drawn; the file holds it alone, or all. */
  readonly field: Field;
  readonly quantity: ExportRequest['quantity'];
  readonly raw: boolean;
  /** null = the curve is seen through none. */
  readonly filter: DisplayFilter | null;
  readonly from: number;
  readonly to: number;
}

const whole = 'all';
const readingsOption = { value: 'readings', label: 'imports:export.everyReading' };
const fields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'format',
    label: 'imports:export.format',
    options: exportFormats.map((value) => ({ value, label: `imports:export.formats.${value}` })),
    span: 2,
  },
  { type: 'DATE', inputType: 'datetime', prop: 'from', label: 'readings:box.from' },
  { type: 'DATE', inputType: 'datetime', prop: 'to', label: 'readings:box.to' },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'which',
    label: 'imports:export.fields',
    options: [
      { value: 'shown', label: 'imports:export.shownField' },
      { value: whole, label: 'imports:export.allFields' },
    ],
  },
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

/** Offered where the curve is seen through a filter; of readings alone, and AGS4 has no word for it. */
const filteredField: FieldDefinition = {
  type: 'CHECK',
  prop: 'filtered',
  label: 'imports:export.filtered',
  visibleWhen: [
    { prop: 'format', isNot: 'ags4' },
    { prop: 'content', is: 'shown' },
    { prop: 'per', is: readingsOption.value },
  ],
};

const headingKeys = [
  ...['time', 'utc', 'structure', 'point', 'field', 'value', 'quality', 'refused', 'from', 'to'],
  ...['mean', 'min', 'max', 'sum', 'first', 'last', 'n'],
];

/** The words of a table in the language of the reader: its columns, and the fields of the points by key. */
function useHeadings({ points, filter }: Shown): Record<string, string> {
  const { t } = useTranslation();
  const nameOf = useFilterWords();
  const fieldWord = useFieldWord();
  const codes = [...new Set(points.map(({ family }) => family))];
  const keys = new Set(points.flatMap((point) => fieldsOf(point.family, point.nodeCount).map(({ key }) => key)));
  return Object.fromEntries([
    ...headingKeys.map((key) => [key, t(wordKey(`imports:export.heading.${key}`))]),
    ...(filter ? [['filtered', t('readings:filters.filtered', { words: nameOf(filter) })]] : []),
    ...[...keys].slice(0, 320).map((key) => [key, sharedFieldWords(fieldWord, codes, key)[0] ?? key]),
  ]);
}

type ExportInput = InputOf<typeof exports.download.input>;

/** Downloads a small export at once; of a large one a task makes a file. */
function useExport(): (request: ExportInput) => Promise<void> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: makeExport } = useWrite(exports.make);
  return async (request) => {
    const { direct } = await read(exports.size, request);
    if (direct) {
      const { blob, fileName } = await download(exports.download, request);
      saveAs(blob, fileName ?? `readings.${request.format}`);
      return;
    }
    await makeExport(request);
    toasts.done(t('imports:export.working'));
  };
}

/** Readings as a file: what the page shows, or more of it. Small files come at once, large ones from a task. */
export function ExportDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const headings = useHeadings(shown);
  const { filter } = shown;
  const exportReadings = useExport();
  // Choices that are no fields of the call: what they mean is said on saving.
  const [chosen, setChosen] = useState<Record<string, unknown>>({});
  return (
    <FormDialog
      title={t('imports:export.title', { count: shown.points.length, name: shown.points[0]?.name ?? '' })}
      schema={exports.download.input}
      fixed={{ projectId: project.id, pointIds: shown.points.map(({ id }) => id), quantity: shown.quantity, headings }}
      initial={{
        format: 'csv',
        from: new Date(shown.from).toISOString(),
        to: new Date(shown.to).toISOString(),
        which: 'shown',
        content: 'shown',
        per: 'readings',
        layout: shown.points.length > 1 ? 'columns' : 'rows',
        raw: shown.raw,
        flags: false,
        everyValue: false,
        filtered: filter !== null,
        utc: false,
      }}
      fields={filter ? [...fields, filteredField] : fields}
      zone={project.timeZone}
      onChange={setChosen}
      saveLabel={t('imports:export.do')}
      onSave={async (input: never) => {
        const { which, per, everyValue, filtered = filter !== null } = chosen;
        const unit = bucketUnits.find((each) => each === per);
        const request = input as ExportRequest;
        const mayFilter = request.format !== 'ags4' && request.content === 'shown' && !unit;
        await exportReadings({
          ...request,
          ...(which === whole ? {} : { fields: [shown.field.key] }),
          ...(unit && { buckets: { unit } }),
          ...(filter && filtered === true && mayFilter && { filter }),
          quality: everyValue === true ? 'all' : 'good',
        });
      }}
      onClose={onClose}
    />
  );
}
