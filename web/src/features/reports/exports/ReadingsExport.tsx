import { dayMs } from '@plumbline/contract/kernel/durations';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { points } from '@plumbline/contract/points/points';
import { type ExportRequest, exports } from '@plumbline/contract/reports/exports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { contentFields, firstContent, formatField, spanFields, withChoices } from './export-fields.ts';
import { useHeadings } from './export-headings.ts';
import { useStructureOptions } from './structure-options.parts.ts';

const fields: readonly FieldDefinition[] = [
  formatField,
  ...spanFields,
  {
    type: 'SELECT',
    prop: 'structureId',
    label: 'exports:structure',
    placeholder: 'exports:allStructures',
    span: 2,
  },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'chosenIds',
    label: 'exports:points',
    placeholder: 'exports:allPoints',
    span: 2,
  },
  {
    type: 'SELECT',
    prop: 'quantity',
    label: 'exports:quantity',
    options: (['value', 'cumulative', 'rate'] as const).map((value) => ({
      value,
      label: `exports:quantities.${value}`,
    })),
    visibleWhen: { prop: 'content', is: 'shown' },
  },
  ...contentFields,
];

/** Readings of many points as a file: of the whole project, a structure, or chosen points. */
export function ReadingsExport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const now = useServerNow();
  const { run: makeExport } = useWrite(exports.make);
  const { data } = useOptions('points', points.table, { projectId: project.id });
  const { options: structureOptions, within } = useStructureOptions();
  const [initial] = useState<Record<string, unknown>>(() => ({
    format: 'csv',
    from: new Date(now - 30 * dayMs).toISOString(),
    to: new Date(now).toISOString(),
    quantity: 'value',
    layout: 'rows',
    raw: false,
    chosenIds: [],
    ...firstContent,
  }));
  const [chosen, setChosen] = useState(initial);
  const structure = chosen['structureId'];
  const among = typeof structure === 'number' ? within(structure) : null;
  const rows = (data?.rows ?? []).filter(({ structureId }) => among === null || among.has(structureId));
  const ids = chosen['chosenIds'];
  const picked = Array.isArray(ids) && ids.length > 0 ? rows.filter(({ id }) => ids.includes(id)) : rows;
  const headings = useHeadings(picked);
  return (
    <FormDialog
      title={t('exports:make', { kind: t('exports:kinds.readings') })}
      schema={exports.make.input}
      fixed={{ projectId: project.id, pointIds: picked.map(({ id }) => id), headings }}
      initial={initial}
      fields={fields}
      options={{ structureId: structureOptions, chosenIds: rows.map(({ id, name }) => ({ value: id, label: name })) }}
      zone={project.timeZone}
      onChange={setChosen}
      errorField={{ exportTooManyRows: 'from', startAfterEnd: 'to', noCollections: 'from', spanExceeded: 'from' }}
      saveLabel={t('exports:do')}
      onSave={async (input: never) => {
        await makeExport(withChoices(input as ExportRequest, chosen));
        toasts.done(t('exports:working'));
      }}
      onClose={onClose}
    >
      <p className="exp-size pl-2" role="status">
        {data
          ? t('exports:pointCount', { count: picked.length, points: formatCount(picked.length) })
          : t('exports:counting')}
      </p>
    </FormDialog>
  );
}
