import { type DutyRoster, duty } from '@plumbline/contract/alerts/duty';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { useDutyPeople } from './duty.queries.ts';
import { rotationsInput } from './RotationsInput.tsx';
import { shiftsInput } from './ShiftsInput.tsx';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'duty:name' },
  { type: 'SELECT', prop: 'fallbackId', label: 'duty:fallback', tips: 'duty:fallbackTips' },
  { type: 'slot', prop: 'rotations', label: 'duty:rotations', tips: 'duty:rotationsTips', span: 2 },
  { type: 'slot', prop: 'shifts', label: 'duty:shifts', tips: 'duty:shiftsTips', span: 2 },
];

/** Makes a roster, or changes one. */
export function RosterDialog({ roster, onClose }: { roster?: DutyRoster; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { people, options } = useDutyPeople(project.id);
  const { run: create } = useWrite(duty.create);
  const { run: update } = useWrite(duty.update);
  const slots = useMemo(() => ({ shifts: shiftsInput(people), rotations: rotationsInput(people) }), [people]);
  return (
    <FormDialog
      title={roster ? t('duty:edit', { name: roster.name }) : t('duty:add')}
      schema={roster ? duty.update.input : duty.create.input}
      fixed={{ projectId: project.id, ...(roster && { rosterId: roster.id }) }}
      {...(roster && { record: roster })}
      initial={roster ? { ...roster } : { name: '', shifts: [], rotations: [], fallbackId: null }}
      fields={fields}
      options={{ fallbackId: options }}
      slots={slots}
      widthPx={760}
      onSave={async (input: never, precondition) => {
        if (roster) await update(input, precondition);
        else await create(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
