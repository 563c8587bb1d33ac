import type { ChartPoint, CustomChart } from '@plumbline/contract/points/charts';
import { charts as chartRoutes } from '@plumbline/contract/points/charts';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { CustomChartDialog } from './CustomChartDialog.tsx';

/** Act on the charts of a project. */
export type ChartAct =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'copy' | 'delete'; readonly chart: CustomChart };

/** The dialog of an act. */
export function ChartDialogs({
  act,
  points = [],
  onMade,
  onDeleted,
  onClose,
}: {
  act: ChartAct;
  /** The points that the chart draws by now. */
  points?: readonly ChartPoint[];
  /** A new one, or a copy, is kept. */
  onMade: (id: number) => void;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  switch (act.kind) {
    case 'new':
      return <CustomChartDialog onDone={onMade} onClose={onClose} />;
    case 'edit':
      return <CustomChartDialog chart={act.chart} points={points} onClose={onClose} />;
    case 'copy':
      return <CustomChartDialog chart={act.chart} points={points} copy onDone={onMade} onClose={onClose} />;
    case 'delete':
      return <DeleteChart chart={act.chart} onDone={onDeleted} onClose={onClose} />;
    default:
      return act satisfies never;
  }
}

/** Asks before a custom chart goes; readings are not touched by it. */
function DeleteChart({
  chart,
  onDone,
  onClose,
}: {
  chart: Pick<CustomChart, 'id' | 'name'>;
  onDone: (() => void) | undefined;
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
