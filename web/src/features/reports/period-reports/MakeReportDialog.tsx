import { languages } from '@plumbline/contract/kernel/constants';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import {
  type PeriodType,
  periodReports,
  periodTypes,
  reportFormats,
  usualFormats,
} from '@plumbline/contract/reports/period-reports';
import type { ReportConfig } from '@plumbline/contract/reports/templates.defaults';
import { periodOf } from '@plumbline/science/series/periods';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatDay } from '../../../kernel/format.ts';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { templateField, useTemplateOptions } from '../templates/templates.parts.tsx';
import { useAlertOptions } from './alert-options.ts';
import { periodWords } from './period-words.parts.ts';

const fields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'type',
    label: 'periodReports:type',
    options: periodTypes.map((value) => ({ value, label: `periodReports:types.${value}` })),
    span: 2,
  },
  {
    type: 'DATE',
    inputType: 'date',
    prop: 'day',
    label: 'periodReports:day',
    tips: 'periodReports:dayTips',
    visibleWhen: { prop: 'type', isNot: 'event' },
  },
  {
    type: 'SELECT',
    prop: 'alertId',
    label: 'periodReports:alert',
    placeholder: 'periodReports:chooseAlert',
    tips: 'periodReports:alertTips',
    visibleWhen: { prop: 'type', is: 'event' },
    rules: { required: true },
    span: 2,
  },
  {
    type: 'DATE',
    inputType: 'date',
    prop: 'until',
    label: 'periodReports:lastDay',
    visibleWhen: { prop: 'type', is: 'custom' },
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
  },
  {
    type: 'SELECT',
    prop: 'language',
    label: 'periodReports:language',
    options: languages.map((value) => ({ value, label: languageName(value) })),
  },
];

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Chooses the subject of a report: it begins with the last period that is over, of the kind that the project reports. */
export function MakeReportDialog({ defaults, onClose }: { defaults: ReportConfig; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const language = useLanguage();
  const toasts = useToasts();
  const now = useServerNow();
  const templates = useTemplateOptions();
  const alertOptions = useAlertOptions();
  const { run: makeReport } = useWrite(periodReports.make);
  const { period, templateId } = defaults;
  const present = periodOf(period, formatDay(now, project.timeZone), undefined, project.timeZone);
  const dayBefore = new Date(Date.parse(present.firstDay) - dayMs).toISOString().slice(0, 10);
  const [initial] = useState({
    type: period,
    day: periodOf(period, dayBefore, undefined, project.timeZone).firstDay,
    formats: [...usualFormats],
    fields: 'main',
    language,
    templateId,
  });
  const [chosen, setChosen] = useState<Record<string, unknown>>(initial);
  return (
    <FormDialog
      title={t('periodReports:make')}
      schema={periodReports.make.input}
      fixed={{ projectId: project.id }}
      initial={initial}
      fields={fields}
      options={{ templateId: templates, alertId: alertOptions }}
      zone={project.timeZone}
      onChange={setChosen}
      errorField={{
        reportTemplateFaulty: 'templateId',
        reportPeriodAhead: 'day',
        startAfterEnd: 'until',
        spanExceeded: 'until',
      }}
      saveLabel={t('periodReports:make')}
      onSave={async (input: never) => {
        await makeReport(input);
        toasts.done(t('periodReports:working'));
      }}
      onClose={onClose}
    >
      <Covered chosen={{ ...initial, ...chosen }} timeZone={project.timeZone} now={now} />
    </FormDialog>
  );
}

/** The days that a report of this would be of, and whether they are over. */
function Covered({ chosen, timeZone, now }: { chosen: Record<string, unknown>; timeZone: string; now: number }) {
  const { t } = useTranslation();
  const { type: typeText, day, until } = chosen;
  const type: PeriodType | undefined = periodTypes.find((each) => each === typeText);
  const isDay = (value: unknown): value is string => typeof value === 'string' && dayPattern.test(value);
  if (type === undefined || type === 'event' || !isDay(day) || (type === 'custom' && (!isDay(until) || until < day)))
    return null;
  const period = periodOf(type, day, type === 'custom' && isDay(until) ? until : undefined, timeZone);
  const isOver = period.toMs <= now;
  const words = period.fromMs >= now ? 'ahead' : isOver ? 'covers' : 'unfinished';
  return (
    <p className={`pr-covers ${isOver ? 'pl-2' : 'pl-wrong'}`} role="status">
      {t(`periodReports:${words}`, { period: periodWords(period), zone: timeZone })}
    </p>
  );
}
