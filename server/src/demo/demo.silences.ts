/** Quiet windows of the demonstration: some that hold now, some to come, one that was ended early. */
import { silences } from '@plumbline/contract/alerts/silences';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { structures } from '@plumbline/contract/site/structures';
import type { Furnishing, Step } from './demo.client.ts';
import { pointsOf } from './demo.furnish.projects.ts';

interface Quiet {
  readonly project: string;
  readonly reason: string;
  /** Neither = the whole project. */
  readonly structure?: string;
  readonly point?: string;
  readonly startsInHours: number;
  readonly hours: number;
  readonly isEnded?: true;
}

const windows: readonly Quiet[] = [
  {
    project: 'Hengtang Earth Dam',
    structure: 'Seepage weirs',
    reason: 'The weirs are cleaned',
    startsInHours: -1,
    hours: 6,
    isEnded: true,
  },
  {
    project: 'Hengtang Earth Dam',
    structure: 'Saddle dam, rockfill',
    reason: 'Joints of the face slab are sealed',
    startsInHours: 66,
    hours: 10,
  },
  {
    project: 'Luojia Bay Foundation Pit',
    structure: 'Library next door',
    reason: 'Scaffold along the north front, tilt plates are knocked',
    startsInHours: -2,
    hours: 74,
  },
  {
    project: 'Luojia Bay Foundation Pit',
    structure: 'Struts',
    reason: 'Third row of struts is stressed again',
    startsInHours: 44,
    hours: 6,
  },
  {
    project: 'Qinghe River Bridge',
    structure: 'Main span deck',
    reason: 'Load test with eight lorries',
    startsInHours: 118,
    hours: 8,
  },
  {
    project: 'Metro Line 7, Guanshan-Luyin',
    structure: 'Track',
    reason: 'Rails are ground at night',
    startsInHours: 20,
    hours: 4,
  },
  { project: 'Baisha Landslide', point: 'AN-T-03', reason: 'Anchor is stressed again', startsInHours: -3, hours: 48 },
  { project: 'Wanshou City Wall', reason: 'Drums and fireworks of the lantern fair', startsInHours: 92, hours: 5 },
];

async function quietWindows(furnishing: Furnishing) {
  const { client, projects } = furnishing;
  const now = Date.now();
  for (const { project, structure, point, reason, startsInHours, hours, isEnded } of windows) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const { silences: there } = await client.call(silences.list, { projectId });
    const present = there.find((each) => each.reason === reason);
    const { structures: all } = await client.call(structures.list, { projectId });
    const structureId = all.find(({ name, isItem }) => name === structure && !isItem)?.id ?? null;
    const pointId = point === undefined ? null : ((await pointsOf(furnishing, projectId)).get(point)?.id ?? null);
    // What it is of was renamed or deleted: a window over the whole project instead would be another one.
    if ((structure !== undefined && structureId === null) || (point !== undefined && pointId === null)) continue;
    const startMs = now + startsInHours * hourMs;
    const silence =
      present ??
      (
        await client.call(silences.create, {
          projectId,
          structureId,
          pointId,
          startAt: new Date(startMs).toISOString(),
          endAt: new Date(startMs + hours * hourMs).toISOString(),
          reason,
        })
      ).silence;
    if (isEnded && silence.state === 'active') await client.call(silences.end, { projectId, silenceId: silence.id });
  }
}

export const silenceSteps: readonly Step[] = [['quiet windows', quietWindows]];
