import type { FieldDefinition, FieldOption } from '@plumbline/contract/kernel/forms';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';

/** The field by which a template is chosen where reports are made. */
export const templateField: FieldDefinition = {
  type: 'SELECT',
  prop: 'templateId',
  label: 'reportTemplates:template',
  tips: 'reportTemplates:templateTips',
  span: 2,
};

/**
 * Returns the templates to choose from: the content of the product, and the templates of the project. Those with
 * mistakes cannot be chosen.
 */
export function useTemplateOptions(): readonly FieldOption[] | undefined {
  const { t } = useTranslation();
  const { project } = useProject();
  const { data } = useRead(reportTemplates.list, { projectId: project.id });
  return (
    data && [
      { value: null, label: t('reportTemplates:ofProduct') },
      ...data.templates.map(({ id, name, status, own }) => ({
        value: id,
        label: name,
        disabled: status === 'Error',
        ...(status === 'Error'
          ? { note: t('reportTemplates:statuses.Error') }
          : !own && { note: t('reportTemplates:shared') }),
      })),
    ]
  );
}
