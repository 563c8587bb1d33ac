import type { CustomChart } from '@plumbline/contract/charts';
import { charts as chartRoutes } from '@plumbline/contract/charts';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';

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
  const { run: removeCustomChart } = useWrite(chartRoutes.removeCustomChart);
  const { project } = useProject();
  const toasts = useToasts();
  return (
    <ConfirmDestructive
      open
      title={t('charts:deleteTitle', { name: chart.name })}
      lost={t('charts:deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await removeCustomChart({ projectId: project.id, customChartId: chart.id });
        onDone?.();
        toasts.done(t('charts:deleted', { name: chart.name }));
      }}
      onClose={onClose}
    />
  );
}
