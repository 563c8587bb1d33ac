import { languages } from '@plumbline/contract/kernel/constants';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { curveDays, type StatusPage, statusPageLimits, statusPages } from '@plumbline/contract/overview/status-pages';
import { points } from '@plumbline/contract/points/points';
import { structures } from '@plumbline/contract/site/structures';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'title', label: 'statusPages:name', tips: 'statusPages:nameTips', span: 2 },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'structureIds',
    label: 'statusPages:structureIds',
    rules: { required: true },
    span: 2,
  },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'pointIds',
    label: 'statusPages:pointIds',
    tips: 'statusPages:pointTips',
    span: 2,
  },
  {
    type: 'SELECT',
    prop: 'curveDays',
    label: 'statusPages:curves',
    options: curveDays.map((value) => ({ value, label: `statusPages:curveDays.${value}` })),
  },
  {
    type: 'SELECT',
    prop: 'language',
    label: 'statusPages:language',
    options: languages.map((value) => ({ value, label: languageName(value) })),
  },
  { type: 'SWITCH', prop: 'showAlerts', label: 'statusPages:showAlerts' },
  {
    type: 'DATE',
    inputType: 'datetime',
    prop: 'expiresAt',
    label: 'statusPages:expiresAt',
    tips: 'statusPages:expiresTips',
  },
  {
    type: 'INPUT',
    inputType: 'textarea',
    prop: 'note',
    label: 'statusPages:note',
    tips: 'statusPages:noteTips',
    rules: { maxLength: statusPageLimits.note },
    span: 2,
  },
];

/** Structures with their items, and the points that have readings of their own. */
function useChoices(projectId: number) {
  const all = useOptions('structures', structures.list, { projectId }).data?.structures;
  const rows = useOptions('points', points.rows, { projectId }).data?.rows;
  const names = new Map(all?.map(({ id, name }) => [id, name]));
  const paths = new Map(
    all?.map(({ id, name, parentId }) => [id, parentId === null ? name : `${names.get(parentId) ?? ''} / ${name}`]),
  );
  return {
    structureIds: all && [...paths].map(([value, label]) => ({ value, label })),
    pointIds: rows
      ?.filter(({ type }) => type !== 3)
      .map(({ id, name, structureId }) => ({ value: id, label: `${name} · ${paths.get(structureId) ?? ''}` })),
  };
}

/** Makes a status page, whose link is given to `onMade`; or changes one. */
export function StatusPageDialog({
  page,
  onMade,
  onClose,
}: {
  page?: StatusPage;
  onMade?: (token: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const language = useLanguage();
  const choices = useChoices(project.id);
  const { run: create } = useWrite(statusPages.create);
  const { run: update } = useWrite(statusPages.update);
  return (
    <FormDialog
      title={page ? t('statusPages:edit', { name: page.title }) : t('statusPages:add')}
      schema={page ? statusPages.update.input : statusPages.create.input}
      fixed={{ projectId: project.id, ...(page && { statusPageId: page.id }) }}
      {...(page && { record: page })}
      initial={
        page
          ? { ...page }
          : {
              title: '',
              note: '',
              language,
              structureIds: [],
              pointIds: [],
              curveDays: 0,
              showAlerts: false,
              expiresAt: null,
            }
      }
      fields={fields}
      options={choices}
      zone={project.timeZone}
      onSave={async (input: never, precondition) => {
        if (page) {
          await update(input, precondition);
          toasts.done(t('common:saved'));
        } else onMade?.((await create(input)).token);
      }}
      onClose={onClose}
    />
  );
}
