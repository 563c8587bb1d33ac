import { dayMs } from '@plumbline/contract/kernel/durations';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { sheetFormats } from '@plumbline/contract/points/sheets';
import { exports } from '@plumbline/contract/reports/exports';
import { chartViews, pictureFormats, type RecordKind, spannedKinds } from '@plumbline/contract/reports/exports.records';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { viewFieldsIn } from '../paper-views/view-fields.parts.ts';
import { useViewOptions } from '../paper-views/view-options.parts.ts';
import { spanFields } from './export-fields.ts';
import { useStructureOptions } from './structure-options.parts.ts';

const formatField: FieldDefinition = {
  type: 'SELECT',
  inputType: 'buttons',
  prop: 'format',
  label: 'imports:export.format',
  options: sheetFormats.map((value) => ({ value, label: `imports:export.formats.${value}` })),
  span: 2,
};
const structureField: FieldDefinition = {
  type: 'SELECT',
  prop: 'structureId',
  label: 'exports:structure',
  placeholder: 'exports:allStructures',
  span: 2,
};
const chartFields: readonly FieldDefinition[] = [
  ...viewFieldsIn('chart', chartViews),
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'picture',
    label: 'paperViews:picture',
    options: pictureFormats.map((value) => ({ value, label: `paperViews:pictures.${value}` })),
    span: 2,
  },
];
const firstChart = {
  picture: 'png',
  chart: {
    view: 'time-value',
    dates: 5,
    counted: 'initial',
    field: '',
    model: null,
    analysis: 'distribution',
    against: '',
    withPointId: null,
    waveform: 'event',
  },
};
/** Kinds that can be narrowed to a structure. */
const ofStructures: readonly RecordKind[] = ['alerts', 'points', 'charts'];

/** Alerts, devices, points, thresholds, structures or operations as a file. It says how many rows there are beforehand. */
export function RecordsExport({ kind, onClose }: { kind: RecordKind; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const language = useLanguage();
  const now = useServerNow();
  const { run: makeRecords } = useWrite(exports.makeRecords);
  const isSpanned = spannedKinds.includes(kind);
  const isNarrowed = ofStructures.includes(kind);
  const { options: structureId } = useStructureOptions();
  const ofViews = useViewOptions([], kind === 'charts');
  const [initial] = useState<Record<string, unknown>>(() => ({
    format: kind === 'charts' ? 'zip' : 'xlsx',
    ...(kind === 'charts' && firstChart),
    ...(isSpanned && { from: new Date(now - 30 * dayMs).toISOString(), to: new Date(now).toISOString() }),
  }));
  const [chosen, setChosen] = useState(initial);
  return (
    <FormDialog
      title={t('exports:make', { kind: t(`exports:kinds.${kind}`) })}
      schema={exports.makeRecords.input}
      fixed={{ projectId: project.id, kind, language }}
      initial={initial}
      fields={[
        ...(kind === 'charts' ? chartFields : [formatField]),
        ...(isSpanned ? spanFields : []),
        ...(isNarrowed ? [structureField] : []),
      ]}
      options={{
        structureId,
        ...Object.fromEntries(Object.entries(ofViews).map(([prop, options]) => [`chart.${prop}`, options])),
      }}
      zone={project.timeZone}
      onChange={setChosen}
      errorField={{ exportTooManyRows: isSpanned ? 'from' : 'format', startAfterEnd: 'to' }}
      saveLabel={t('exports:do')}
      onSave={async (input: never) => {
        await makeRecords(input);
        toasts.done(t('exports:working'));
      }}
      onClose={onClose}
    >
      <Size kind={kind} chosen={{ ...initial, ...chosen }} />
    </FormDialog>
  );
}

/** How many rows the file would have; too many are told before anything is asked for. */
function Size({ kind, chosen }: { kind: RecordKind; chosen: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const text = useSettled(JSON.stringify(chosen));
  const parsed = exports.recordsSize.input.safeParse({ ...JSON.parse(text), projectId: project.id, kind });
  const query = useRead(
    exports.recordsSize,
    parsed.data ?? { projectId: project.id, kind, format: kind === 'charts' ? 'zip' : 'csv' },
    {
      enabled: parsed.success,
    },
  );
  if (!query.data || !parsed.success) return <p className="exp-size pl-3">{t('exports:counting')}</p>;
  const { rows, maxRows } = query.data;
  const isTooMany = maxRows !== null && rows > maxRows;
  return (
    <p className={`exp-size ${isTooMany ? 'pl-wrong' : 'pl-2'}`} role="status">
      {isTooMany
        ? t('errors:exportTooManyRows', { maxRows: formatCount(maxRows) })
        : t(kind === 'charts' ? 'exports:pointCount' : 'exports:rowCount', {
            count: rows,
            rows: formatCount(rows),
            points: formatCount(rows),
          })}
    </p>
  );
}
