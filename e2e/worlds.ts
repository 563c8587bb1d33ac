/** Projects that page tests work in: those of the demonstration by their names, and new ones. */
import type { Site } from './site.ts';

interface ProjectListed {
  readonly id: number;
  readonly name: string;
}

/** Returns the first project whose name has this part. Throws an Error where there is none. */
export async function projectNamed({ request }: Pick<Site, 'request'>, part: string): Promise<ProjectListed> {
  const { projects } = await request<{ projects: ProjectListed[] }>('GET', '/projects');
  const project = projects.find(({ name }) => name.includes(part));
  if (!project) throw new Error(`No project is called ${part}: ${projects.map(({ name }) => name).join(', ')}`);
  return project;
}

/** Makes a project in Delta Survey, which `setUp` has opened; on the Yangtze unless it lies elsewhere. */
export async function makeProject({ request }: Pick<Site, 'request'>, name: string, fields: object = {}) {
  const coordinates = { longitude: 114.3, latitude: 30.6 };
  const body = { corporationId: 1, name, address: name, coordinates, ...fields };
  return (await request<{ project: ProjectListed }>('POST', '/projects', body)).project;
}

/** Makes the project Bridge and two people without one, for pages of people and groups. Returns the project's id. */
export async function makeTeam(site: Pick<Site, 'request'>): Promise<number> {
  const { id } = await makeProject(site, 'Bridge');
  for (const [name, displayName] of [
    ['lin.wei', 'Lin Wei'],
    ['hao.chen', 'Hao Chen'],
  ]) {
    const user = { corporationId: 1, name, displayName, type: 'Normal', password: 'Plumb-2026' };
    await site.request('POST', '/users', user);
  }
  return id;
}
