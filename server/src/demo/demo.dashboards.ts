/** Dashboards of the demonstration: of a dam and a bridge, each of the panels that its kind of structure begins with. */
import { dashboards } from '@plumbline/contract/dashboards';
import { structures } from '@plumbline/contract/structures';
import type { Furnishing, Step } from './demo.client.ts';

const wanted = [
  { project: 'Hengtang Earth Dam', type: 'dam', name: 'Dam at a glance' },
  { project: 'Qinghe River Bridge', type: 'bridge', name: 'Bridge at a glance' },
] as const;

async function boards({ client, projects }: Furnishing) {
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
}

export const dashboardSteps: readonly Step[] = [['dashboards', boards]];
