import { languages } from '@plumbline/contract/kernel/constants';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import {
  calendarPeriods,
  periodReports,
  reportFormats,
  usualFormats,
} from '@plumbline/contract/reports/period-reports';
import type { ReportConfig } from '@plumbline/contract/reports/templates.defaults';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { templateField, useTemplateOptions } from '../templates/templates.parts.tsx';

const fields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'type',
    label: 'periodReports:type',
    options: calendarPeriods.map((value) => ({ value, label: `periodReports:types.${value}` })),
  },
  {
    type: 'SELECT',
    prop: 'language',
    label: 'periodReports:language',
    options: languages.map((value) => ({ value, label: languageName(value) })),
  },
  templateField,
  {
    type: 'MILT_CHECK',
    prop: 'formats',
    label: 'periodReports:files',
    options: reportFormats.map((value) => ({ value, label: `periodReports:formats.${value}` })),
    span: 2,
  },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'fields',
    label: 'periodReports:fields',
    options: (['main', 'all'] as const).map((value) => ({ value, label: `periodReports:fieldsOf.${value}` })),
    span: 2,
  },
];

/** Chooses a report to be made automatically, from the present period on. It begins with the defaults of the project. */
export function ScheduleDialog({ defaults, onClose }: { defaults: ReportConfig; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const language = useLanguage();
  const templates = useTemplateOptions();
  const { run: createSchedule } = useWrite(periodReports.createSchedule);
  return (
    <FormDialog
      title={t('periodReports:schedule.add')}
      schema={periodReports.createSchedule.input}
      fixed={{ projectId: project.id }}
      initial={{
        type: defaults.period,
        formats: [...usualFormats],
        fields: 'main',
        language,
        templateId: defaults.templateId,
      }}
      fields={fields}
      options={{ templateId: templates }}
      saveLabel={t('periodReports:schedule.add')}
      errorField={{ nameTaken: 'type' }}
      onSave={async (input: never) => {
        await createSchedule(input);
      }}
      onClose={onClose}
    >
      <p className="pr-covers pl-2">{t('periodReports:schedule.when', { zone: project.timeZone })}</p>
    </FormDialog>
  );
}
