import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { batches } from '@plumbline/contract/points/batches';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { durationUnits } from '../../design/form/units.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';

const fields: readonly FieldDefinition[] = [
  {
    type: 'NUMBER_UNIT',
    prop: 'intervalSeconds',
    label: 'points:interval',
    tips: 'points:intervalHelp',
    unit: durationUnits,
  },
];

/** One collect interval for many points. */
export function IntervalDialog({ points: ids, onClose }: { points: readonly number[]; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: batchInterval } = useWrite(batches.batchInterval);
  const { project } = useProject();
  return (
    <FormDialog
      title={t('points:list.intervalOf', { count: ids.length })}
      schema={batches.batchInterval.input}
      fixed={{ projectId: project.id, points: ids }}
      initial={{ intervalSeconds: 3_600 }}
      fields={fields}
      onSave={async (input: never) => {
        const { points: count } = await batchInterval(input);
        toasts.done(t('points:list.changed', { count }));
      }}
      onClose={onClose}
      widthPx={420}
    />
  );
}
