import { type DutyRoster, duty } from '@plumbline/contract/alerts/duty';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { useDutyPeople } from './duty.queries.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'SELECT', prop: 'absentId', label: 'duty:absentPerson', tips: 'duty:absentTips' },
  { type: 'SELECT', prop: 'substituteId', label: 'duty:substitutePerson', tips: 'duty:substituteTips' },
  { type: 'DATE', inputType: 'datetime', prop: 'startAt', label: 'duty:startAt' },
  { type: 'DATE', inputType: 'datetime', prop: 'endAt', label: 'duty:endAt' },
  { type: 'INPUT', prop: 'note', label: 'duty:note', rules: { maxLength: 200 }, span: 2 },
];

/** Puts somebody on duty for somebody else. */
export function SubstituteDialog({ roster, onClose }: { roster: DutyRoster; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { options, nameOf } = useDutyPeople(project.id);
  const { run: substitute } = useWrite(duty.substitute);
  const onRoster = [
    ...new Set([
      ...roster.shifts.map(({ personId }) => personId),
      ...roster.rotations.flatMap(({ personIds }) => personIds),
    ]),
  ];
  const absent = onRoster.map((id) => ({ value: id, label: nameOf(id) }));
  return (
    <FormDialog
      title={t('duty:substituteIn', { name: roster.name })}
      schema={duty.substitute.input}
      fixed={{ projectId: project.id, rosterId: roster.id }}
      initial={{ absentId: null, substituteId: null, startAt: null, endAt: null, note: '' }}
      fields={fields}
      options={{ absentId: absent, substituteId: options }}
      zone={project.timeZone}
      onSave={async (input: never) => {
        await substitute(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
