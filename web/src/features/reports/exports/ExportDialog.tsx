import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Field } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { DisplayFilter } from '@plumbline/contract/readings/readings.filters';
import { type ExportRequest, exports } from '@plumbline/contract/reports/exports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFilterWords } from '../../../charts/filter/filter-state.ts';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { read } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import {
  contentFields,
  type ExportInput,
  everyReading,
  firstContent,
  formatField,
  spanFields,
  withChoices,
} from './export-fields.ts';
import { useHeadings } from './export-headings.ts';

/** Selection of the page: the export begins with it. */
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

const allStructures = 'all';
const fields: readonly FieldDefinition[] = [
  formatField,
  ...spanFields,
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'which',
    label: 'imports:export.fields',
    options: [
      { value: 'shown', label: 'imports:export.shownField' },
      { value: allStructures, label: 'imports:export.allFields' },
    ],
  },
  ...contentFields,
];

/** Offered where the curve is seen through a filter; of readings alone, and AGS4 has no word for it. */
const filteredField: FieldDefinition = {
  type: 'CHECK',
  prop: 'filtered',
  label: 'imports:export.filtered',
  visibleWhen: [
    { prop: 'format', isNot: 'ags4' },
    { prop: 'content', is: 'shown' },
    { prop: 'per', is: everyReading },
  ],
};

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
  const { filter } = shown;
  const nameOf = useFilterWords();
  const ofPoints = useHeadings(shown.points);
  const headings = filter
    ? { ...ofPoints, filtered: t('readings:filters.filtered', { words: nameOf(filter) }) }
    : ofPoints;
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
        ...firstContent,
        layout: shown.points.length > 1 ? 'columns' : 'rows',
        raw: shown.raw,
        filtered: filter !== null,
      }}
      fields={filter ? [...fields, filteredField] : fields}
      zone={project.timeZone}
      onChange={setChosen}
      saveLabel={t('imports:export.do')}
      onSave={async (input: never) => {
        const { which, per = everyReading, filtered = filter !== null } = chosen;
        const request = input as ExportRequest;
        const mayFilter = request.format !== 'ags4' && request.content === 'shown' && per === everyReading;
        await exportReadings({
          ...withChoices(request, chosen),
          ...(which === allStructures ? {} : { fields: [shown.field.key] }),
          ...(filter && filtered === true && mayFilter && { filter }),
        });
      }}
      onClose={onClose}
    />
  );
}
