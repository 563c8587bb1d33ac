import { points } from '@plumbline/contract/points';
import type { CustomChart } from '@plumbline/contract/points.charts';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { call } from '../../../kernel/call.ts';
import { useProject } from '../../../kernel/project.tsx';
import { invalidate } from '../../../kernel/queries.ts';

/** Asks before a custom chart goes; readings are not touched by it. */
export function DeleteChart({
  chart,
  onDone,
  onClose,
}: {
  chart: Pick<CustomChart, 'id' | 'name'>;
  onDone?: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  return (
    <ConfirmDestructive
      open
      title={t('charts:deleteTitle', { name: chart.name })}
      lost={t('charts:deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await call(points.removeCustomChart, { projectId: project.id, customChartId: chart.id });
        onDone?.();
        await invalidate(points.customCharts);
        toasts.done(t('charts:deleted', { name: chart.name }));
      }}
      onClose={onClose}
    />
  );
}
