import { quietLevels, silences } from '@plumbline/contract/alerts/silences';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { points } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useOptions } from '../../../design/form/use-options.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { usePlaces } from '../../points/points/place-names.queries.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'SELECT', prop: 'structureId', label: 'silences:structure', tips: 'silences:placeTips' },
  { type: 'SELECT', prop: 'pointId', label: 'silences:point' },
  { type: 'DATE', inputType: 'datetime', prop: 'startAt', label: 'silences:startAt' },
  { type: 'DATE', inputType: 'datetime', prop: 'endAt', label: 'silences:endAt', tips: 'silences:endTips' },
  {
    type: 'MILT_CHECK',
    prop: 'levels',
    label: 'silences:levels',
    tips: 'silences:levelsTips',
    options: [1, 2, 3, 4].map((value) => ({ value, label: `common:level.${levelName(value)}` })),
    span: 2,
  },
  { type: 'INPUT', prop: 'reason', label: 'silences:reason', rules: { maxLength: 200 }, span: 2 },
  {
    type: 'INPUT',
    prop: 'redReason',
    label: 'silences:redReason',
    tips: 'silences:redReasonTips',
    rules: { maxLength: 200 },
    span: 2,
  },
];
const maxPoints = 2_000;

/** Withholds messages for a time. */
export function SilenceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { options: structureId } = usePlaces(project.id);
  const measured = useOptions('points', points.list, { projectId: project.id, pageSize: maxPoints }).data
    ?.measuringPoints;
  const { run: create } = useWrite(silences.create);
  return (
    <FormDialog
      title={t('silences:add')}
      schema={silences.create.input}
      fixed={{ projectId: project.id }}
      initial={{
        structureId: null,
        pointId: null,
        levels: [...quietLevels],
        reason: '',
        redReason: '',
        startAt: new Date().toISOString(),
        endAt: null,
      }}
      fields={fields}
      options={{ structureId, pointId: measured?.map(({ id: value, name: label }) => ({ value, label })) }}
      zone={project.timeZone}
      onSave={async (input: never) => {
        await create(input);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}
