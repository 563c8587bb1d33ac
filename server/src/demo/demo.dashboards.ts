/** Dashboards of the demonstration: of each project, of the panels that its kind of structure begins with. */
import { dashboards } from '@plumbline/contract/overview/dashboards';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import { drawings } from '@plumbline/contract/site/drawings';
import { FigureSetting } from '@plumbline/contract/site/drawings.figures';
import { structures } from '@plumbline/contract/site/structures';
import type { Furnishing, Step } from './demo.client.ts';

const wanted = [
  { project: 'Hengtang Earth Dam', type: 'dam', name: 'Dam at a glance' },
  { project: 'Qinghe River Bridge', type: 'bridge', name: 'Bridge at a glance' },
  { project: 'Luojia Bay Foundation Pit', type: 'pit', name: 'Pit at a glance' },
  { project: 'Baisha Landslide', type: 'slope', name: 'Slope at a glance' },
  { project: 'Wanshou City Wall', type: 'building', name: 'Gate at a glance' },
] as const;

async function boards(furnishing: Furnishing) {
  const { client, projects } = furnishing;
  for (const { project, type, name } of wanted) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const { dashboards: there } = await client.call(dashboards.list, { projectId });
    const { structures: all } = await client.call(structures.list, { projectId });
    const structure = all.find((each) => each.type === type && !each.isItem);
    if (!structure || there.some((each) => each.name === name)) continue;
    const { panels } = await client.call(dashboards.template, { structureId: structure.id });
    const roles = ['Owner', 'Manager', 'Member', 'Guest'] as const;
    await client.call(dashboards.create, { projectId, name, panels, roles: [...roles] });
  }
  await tunnelBoard(furnishing);
}

/** The tunnel's lining laid flat: how the prisms of a section moved along it, and out of the tube. */
async function tunnelBoard({ client, projects }: Furnishing) {
  const projectId = projects.get('Metro Line 7, Guanshan-Luyin');
  const name = 'Lining of the left tunnel';
  if (projectId === undefined) return;
  const { dashboards: there } = await client.call(dashboards.list, { projectId });
  const { structures: all } = await client.call(structures.list, { projectId });
  const structureId = all.find((each) => each.type === 'tunnel' && !each.isItem)?.id;
  if (structureId === undefined || there.some((each) => each.name === name)) return;
  const { drawings: sheets } = await client.call(drawings.list, { structureId });
  const drawingId = sheets.find(({ plane }) => plane === 'lining')?.id;
  if (drawingId === undefined) return;
  const figures = FigureSetting.parse({ kinds: ['vectors', 'rings'] });
  const panels: Panel[] = [
    { id: 'lining', title: '', x: 0, y: 0, w: 9, h: 12, kind: 'drawing', structureId, drawingId, figures },
    { id: 'alerts', title: '', x: 9, y: 0, w: 3, h: 12, kind: 'alerts' },
  ];
  await client.call(dashboards.create, { projectId, name, panels, roles: ['Owner', 'Manager', 'Member', 'Guest'] });
}

export const dashboardSteps: readonly Step[] = [['dashboards', boards]];
