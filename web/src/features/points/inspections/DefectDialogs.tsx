import { inspections } from '@plumbline/contract/points/inspections';
import { type Defect, defectSeverities, defectStates } from '@plumbline/contract/points/inspections.defects';
import type { Question } from '@plumbline/contract/points/inspections.questions';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

export function useDefectWords() {
  const { t } = useTranslation();
  return {
    severityOptions: defectSeverities.map((value) => ({ value, label: t(`inspections:severities.${value}`) })),
    stateOptions: defectStates.map((value) => ({ value, label: t(`inspections:states.${value}`) })),
  };
}

/** Raises a defect from a question of a round. */
export function RaiseDialog({
  roundId,
  question,
  onClose,
}: {
  roundId: number;
  question: Question;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: raise } = useWrite(inspections.raiseDefect);
  const { severityOptions } = useDefectWords();
  return (
    <FormDialog
      title={t('inspections:defect.raise')}
      schema={inspections.raiseDefect.input}
      fixed={{ projectId: project.id, roundId, questionKey: question.key }}
      initial={{ title: '', note: '' }}
      fields={[
        { type: 'INPUT', prop: 'title', label: 'inspections:defect.title', rules: { maxLength: 100 }, span: 2 },
        {
          type: 'SELECT',
          inputType: 'buttons',
          prop: 'severity',
          label: 'inspections:defect.severity',
          options: severityOptions,
          span: 2,
        },
        {
          type: 'INPUT',
          inputType: 'textarea',
          prop: 'note',
          label: 'inspections:defect.note',
          rules: { maxLength: 500 },
        },
      ]}
      saveLabel={t('inspections:defect.raise')}
      onSave={async (input: never) => {
        const { isNew } = await raise(input);
        toasts.done(t(isNew ? 'inspections:defect.raised' : 'inspections:defect.raisedBefore'));
      }}
      onClose={onClose}
    />
  );
}

/** Changes severity or state of a defect. */
export function ChangeDialog({ defect, onClose }: { defect: Defect; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: update } = useWrite(inspections.updateDefect);
  const { severityOptions, stateOptions } = useDefectWords();
  return (
    <FormDialog
      title={t('inspections:defect.change')}
      schema={inspections.updateDefect.input}
      fixed={{ projectId: project.id, defectId: defect.id }}
      record={defect}
      initial={{ state: defect.state, severity: defect.severity, note: '' }}
      fields={[
        {
          type: 'SELECT',
          inputType: 'buttons',
          prop: 'state',
          label: 'inspections:defect.state',
          options: stateOptions,
          span: 2,
        },
        {
          type: 'SELECT',
          inputType: 'buttons',
          prop: 'severity',
          label: 'inspections:defect.severity',
          options: severityOptions,
          span: 2,
        },
        {
          type: 'INPUT',
          inputType: 'textarea',
          prop: 'note',
          label: 'inspections:defect.note',
          rules: { maxLength: 500 },
        },
      ]}
      onSave={async (input: never, precondition) => {
        await update(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
