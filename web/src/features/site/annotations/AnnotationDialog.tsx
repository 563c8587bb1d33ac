import type { FieldDefinition, FieldOption } from '@plumbline/contract/kernel/forms';
import { type Annotation, annotationKinds, annotations } from '@plumbline/contract/site/annotations';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

const fieldsFor = (concerned: readonly FieldOption[]): readonly FieldDefinition[] => [
  {
    type: 'SELECT',
    prop: 'kind',
    label: 'annotations:kind',
    options: annotationKinds.map((value) => ({ value, label: `annotations:kinds.${value}` })),
  },
  { type: 'SELECT', prop: 'structureId', label: 'annotations:structureId', options: concerned },
  { type: 'INPUT', prop: 'text', label: 'annotations:text', rules: { maxLength: 200 }, span: 2 },
  { type: 'DATE', inputType: 'datetime', prop: 'startAt', label: 'annotations:startAt' },
  { type: 'DATE', inputType: 'datetime', prop: 'endAt', label: 'annotations:endAt', tips: 'annotations:endAtTips' },
  {
    type: 'NUMBER',
    prop: 'elevationM',
    label: 'annotations:elevationM',
    tips: 'annotations:elevationMTips',
    unit: 'm',
  },
];

/** Writes down what happened, or changes what was written down. */
export function AnnotationDialog({
  annotation,
  startAt,
  concerned,
  structureId,
  onClose,
}: {
  /** The one that is changed; none = a new one. */
  annotation?: Annotation | undefined;
  /** Where a new one begins, epoch ms. */
  startAt: number;
  /** What it may concern: the whole project, the structure, the item. */
  concerned: readonly FieldOption[];
  /** What a new one concerns. */
  structureId: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: create } = useWrite(annotations.create);
  const { run: update } = useWrite(annotations.update);
  return (
    <FormDialog
      title={t(annotation ? 'annotations:edit' : 'annotations:add')}
      schema={annotation ? annotations.update.input : annotations.create.input}
      fixed={{ projectId: project.id, ...(annotation && { annotationId: annotation.id }) }}
      {...(annotation && { record: annotation })}
      initial={annotation ? { ...annotation } : { structureId, startAt: new Date(startAt).toISOString() }}
      fields={fieldsFor(concerned)}
      zone={project.timeZone}
      saveLabel={t(annotation ? 'common:save' : 'annotations:add')}
      onSave={async (input: never, precondition) => {
        if (annotation) await update(input, precondition);
        else await create(input);
        toasts.done(t(annotation ? 'annotations:changed' : 'annotations:added'));
      }}
      onClose={onClose}
    />
  );
}
