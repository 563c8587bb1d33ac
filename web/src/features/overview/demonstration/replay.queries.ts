import { alerts } from '@plumbline/contract/alerts/alerts';
import type { Story } from '@plumbline/contract/overview/demonstration';
import { points } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { drawings } from '@plumbline/contract/site/drawings';
import { structures } from '@plumbline/contract/site/structures';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { mainFieldOf } from '../../../kernel/main-field.ts';
import { read } from '../../../kernel/reads.ts';
import type { StoryData, StoryPoint } from './story-moments.ts';

/** More points than these would not be followed by eye, nor asked for in one go. */
const maxPoints = 50;

/** Reads what is stored of the days of a story: its points with their readings, its alerts with what people did about them. */
export const useStory = (story: Story): UseQueryResult<StoryData> =>
  useQuery({
    queryKey: ['demonstration', 'replay', story.kind, story.pointId, story.from, story.to],
    queryFn: ({ signal }) => readStory(story, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

async function readStory(story: Story, signal: AbortSignal): Promise<StoryData> {
  const { projectId, structureId, drawingId, pointId, from, to } = story;
  const [{ measuringPoints }, { structures: parts }, { alerts: all }, sheet] = await Promise.all([
    read(points.list, { projectId, pageSize: 500 }, { signal }),
    read(structures.list, { projectId }, { signal }),
    read(alerts.ofProject, { projectId, from, to, pageSize: 200 }, { signal }),
    drawingId === null ? null : read(drawings.get, { structureId, drawingId }, { signal }),
  ]);
  const within = new Set([structureId, ...parts.flatMap(({ id, parentId }) => (parentId === structureId ? [id] : []))]);
  const placed = new Set(sheet?.drawing.places.map((place) => place.pointId));
  const taking = measuringPoints
    .filter(({ id, type, structureId: of }) => type !== 3 && (id === pointId || placed.has(id) || within.has(of)))
    .toSorted(
      (a, b) =>
        Number(b.id === pointId) - Number(a.id === pointId) || Number(placed.has(b.id)) - Number(placed.has(a.id)),
    )
    .slice(0, maxPoints);
  const curves = await readCurves(taking, story, signal);
  const drawnAlerts = all.filter(({ pointId: of }) => taking.some(({ id }) => id === of));
  const handled = await Promise.all(
    drawnAlerts
      .filter(({ pointId: of }) => of === pointId)
      .slice(0, 8)
      .map(({ id: alertId }) => read(alerts.get, { alertId }, { signal })),
  );
  return {
    drawing: sheet?.drawing ?? null,
    timeZone: drawnAlerts[0]?.timeZone ?? 'UTC',
    points: taking.flatMap((point): StoryPoint[] => {
      const main = mainFieldOf(point);
      const curve = curves.get(point.id);
      if (!main || !curve) return [];
      const { unit, precision } = main.field;
      const { id, name, coordinates, intervalSeconds, status } = point;
      const hasLimits = 'level' in status && status.level !== null;
      return [{ id, name, coordinates, unit, precision, hasLimits, intervalSeconds, ...curve }];
    }),
    alerts: drawnAlerts,
    history: handled.flatMap(({ history }) => history),
  };
}

/** The main field of each point, as it was measured: what was corrected since is shown as it was then. */
async function readCurves(
  taking: readonly { readonly id: number; readonly mainField: string }[],
  { from, to }: Story,
  signal: AbortSignal,
) {
  const byField = Map.groupBy(taking, ({ mainField }) => mainField);
  const answers = await Promise.all(
    [...byField].map(([field, of]) =>
      read(
        readings.query,
        { pointIds: of.map(({ id }) => id), fields: [field], from, to, width: 4000, raw: true },
        { signal },
      ),
    ),
  );
  return new Map(
    answers.flatMap(({ series }) => series.map(({ pointId, times, values }) => [pointId, { times, values }] as const)),
  );
}
