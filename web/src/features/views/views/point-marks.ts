import { alerts } from '@plumbline/contract/alerts/alerts';
import type { Threshold } from '@plumbline/contract/points/points';
import { type Correction, corrections } from '@plumbline/contract/readings/corrections';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../charts/frame/range.ts';
import type { ChartAlert, ChartCorrection } from '../../../charts/kinds/time-value/shapes.ts';
import { drawnAlert, drawnLimits } from '../../../charts/point-limits.ts';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import type { View } from './view-state.parts.ts';

const noThresholds: readonly Threshold[] = [];
const noCorrections: readonly Correction[] = [];

/** Returns the marks on the curve of a point: alerts, limits and corrections. They follow the announcements of the server. */
export function usePointMarks(
  pointId: number,
  field: string,
  view: Pick<View, 'quantity' | 'raw'>,
  requested: Range,
  thresholds: readonly Threshold[] | undefined,
  initial: number | null,
  isTotal: boolean,
) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const maySeeAlerts = allowed(alerts.ofProject);
  const raised = useRead(
    alerts.ofProject,
    {
      projectId: project.id,
      pointId,
      from: new Date(requested.from).toISOString(),
      to: new Date(requested.to).toISOString(),
      pageSize: 200,
    },
    {
      enabled: maySeeAlerts,
      placeholderData: (old) => old,
    },
  );
  const marks = useMemo(
    (): ChartAlert[] =>
      (raised.data?.alerts ?? []).flatMap((alert) => {
        if (alert.pointId !== pointId || alert.field !== field || isTotal) return [];
        const value = drawnAlert(alert, view.quantity, initial);
        return value === null ? [] : [{ at: Date.parse(alert.readingAt), value, level: alert.level }];
      }),
    [raised.data, pointId, field, view.quantity, initial, isTotal],
  );
  const lines = useMemo(
    // A limit is on what fell in an interval, or flows, and on no total.
    () => (isTotal ? [] : drawnLimits(thresholds ?? noThresholds, field, view.quantity, initial)),
    [thresholds, field, view.quantity, initial, isTotal],
  );

  const corrected = useRead(
    corrections.all,
    { pointId },
    {
      enabled: allowed(corrections.all),
      staleTime: 60_000,
    },
  );
  const joints = useMemo(
    (): ChartCorrection[] =>
      (view.raw ? [] : (corrected.data?.corrections ?? [])).map((each) => ({
        at: Date.parse(each.startAt),
        words: t(`corrections:kind.${each.kind}`),
      })),
    [corrected.data, view.raw, t],
  );
  return { raised, marks, lines, joints, corrected: corrected.data?.corrections ?? noCorrections };
}
