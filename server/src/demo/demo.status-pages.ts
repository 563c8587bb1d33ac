/** Status pages of the demonstration: what people outside see of a project. Their links are shown once, and kept by nobody. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { statusPages } from '@plumbline/contract/overview/status-pages';
import { structures } from '@plumbline/contract/site/structures';
import type { Furnishing, Step } from './demo.client.ts';
import { pointsOf } from './demo.furnish.projects.ts';

interface OutsidePage {
  readonly project: string;
  readonly title: string;
  readonly note: string;
  readonly structures: readonly string[];
  readonly points: readonly string[];
  readonly curveDays: 0 | 7 | 30 | 90;
  readonly showAlerts?: true;
  readonly expiresInDays?: number;
}

const pages: readonly OutsidePage[] = [
  {
    project: 'Hengtang Earth Dam',
    title: 'For the reservoir authority',
    note: 'Levels follow the emergency plan of the dam. Questions by day and night: at the gate house.',
    structures: ['Main dam', 'Reservoir', 'Seepage weirs'],
    points: ['RL-01 level', 'PZ-240-2', 'WE-01'],
    curveDays: 30,
    showAlerts: true,
  },
  {
    project: 'Hengtang Earth Dam',
    title: 'For the villages downstream',
    note: 'Blue and yellow are looked into by the operator. At orange the crest road is closed; at red you are called.',
    structures: ['Main dam'],
    points: [],
    curveDays: 0,
  },
  {
    project: 'Luojia Bay Foundation Pit',
    title: 'For the library',
    note: 'Crack and tilt are measured beside you all day. Questions: at the site office, gate 2.',
    structures: ['Library next door'],
    points: ['CR-L-01', 'TL-L-01'],
    curveDays: 30,
    expiresInDays: 180,
  },
  {
    project: 'Qinghe River Bridge',
    title: 'For the road authority',
    note: 'Above 20 m/s of wind on the deck the bridge is closed to lorries.',
    structures: ['Main span deck', 'Pylon P4', 'Stay cables', 'West approach'],
    points: ['WS-01', 'DF-C-02', 'CF-U-07'],
    curveDays: 7,
    showAlerts: true,
  },
  {
    project: 'Metro Line 7, Guanshan-Luyin',
    title: 'For the operator of the line',
    note: 'Orange in a ring means 40 km/h until it is read again.',
    structures: ['Left tunnel', 'Track'],
    points: ['CV-410', 'CV-412'],
    curveDays: 30,
    showAlerts: true,
  },
  {
    project: 'Baisha Landslide',
    title: 'For the village of Baisha',
    note: 'At red leave the houses below the county road and meet at the school.',
    structures: ['Upper block', 'Toe'],
    points: ['RG-02', 'GN-04'],
    curveDays: 7,
  },
  {
    project: 'Wanshou City Wall',
    title: 'For the heritage office',
    note: 'The passage of the north gate stays open below orange.',
    structures: ['North gate'],
    points: ['CR-07', 'TL-08'],
    curveDays: 90,
    showAlerts: true,
  },
];

async function outsiders(furnishing: Furnishing) {
  const { client, projects } = furnishing;
  for (const { project, structures: parts, points, expiresInDays, ...page } of pages) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const { statusPages: there } = await client.call(statusPages.list, { projectId });
    if (there.some(({ title }) => title === page.title)) continue;
    const { structures: all } = await client.call(structures.list, { projectId });
    const structureIds = parts.flatMap((part) => all.find(({ name, isItem }) => name === part && !isItem)?.id ?? []);
    if (structureIds.length === 0) continue;
    const byName = await pointsOf(furnishing, projectId);
    await client.call(statusPages.create, {
      projectId,
      language: 'en',
      structureIds,
      pointIds: points.flatMap((point) => byName.get(point)?.id ?? []),
      expiresAt: expiresInDays === undefined ? null : new Date(furnishing.madeMs + expiresInDays * dayMs).toISOString(),
      ...page,
    });
  }
}

export const statusPageSteps: readonly Step[] = [['status pages', outsiders]];
