/** Who watches the demonstration, and on what: a group of people in two projects, and a wall for a control room. */

import { walls } from '@plumbline/contract/overview/walls';
import { roles } from '@plumbline/contract/people/roles';
import { userGroups } from '@plumbline/contract/people/user-groups';
import { users } from '@plumbline/contract/people/users';
import { drawings } from '@plumbline/contract/site/drawings';
import { projectGroups } from '@plumbline/contract/site/projects.groups';
import { structures } from '@plumbline/contract/site/structures';
import type { Furnishing, Step } from './demo.client.ts';
import { pointsOf } from './demo.furnish.projects.ts';

const dam = 'Hengtang Earth Dam';
const groupName = 'Night watch';
const watched = [dam, 'Qinghe River Bridge'];

/** People who look after two projects by night: a member of both, as one. */
async function nightWatch({ client, projects }: Furnishing) {
  const { corporationId } = client;
  const { userGroups: there } = await client.call(userGroups.list, { corporationId });
  const { roles: all } = await client.call(roles.list, { corporationId });
  const { users: people } = await client.call(users.list, { corporationId });
  const guest = all.find(({ type }) => type === 'Guest');
  const userIds = people.filter(({ type }) => type === 'Normal').map(({ id }) => id);
  if (!guest) return;
  const known = there.find(({ name }) => name === groupName);
  const given = { corporationId, name: groupName, roleIds: [guest.id], userIds: userIds.slice(0, 3) };
  const group = known ?? (await client.call(userGroups.create, given)).userGroup;
  for (const name of watched) {
    const projectId = projects.get(name);
    if (projectId === undefined) continue;
    const { groups } = await client.call(projectGroups.groups, { projectId });
    if (!groups.some(({ userGroupId }) => userGroupId === group.id))
      await client.call(projectGroups.addGroup, { projectId, userGroupId: group.id });
  }
}

/** The screen of a control room: all projects, the section of the dam, and the curves of its piezometers. */
async function wallOfDam(furnishing: Furnishing) {
  const { client, projects } = furnishing;
  const name = 'Control room';
  const { walls: there } = await client.call(walls.list, {});
  const projectId = projects.get(dam);
  if (projectId === undefined || there.some((each) => each.name === name)) return;
  const points = await pointsOf(furnishing, projectId);
  const pointIds = ['PZ-240-1', 'PZ-240-2', 'PZ-240-3', 'PZ-240-4'].flatMap((each) => points.get(each)?.id ?? []);
  const { structures: all } = await client.call(structures.list, { projectId });
  const structureId = all.find((each) => each.name === 'Main dam')?.id;
  const drawn = structureId === undefined ? [] : (await client.call(drawings.list, { structureId })).drawings;
  await client.call(walls.create, {
    name,
    language: 'en',
    timeZone: 'Asia/Shanghai',
    projectIds: [...projects.values()],
    slides: [
      { kind: 'overview', dwellSeconds: 20 },
      { kind: 'project', dwellSeconds: 15, projectId },
      ...drawn.slice(0, 1).map(({ id: drawingId, structureId: of }) => ({
        kind: 'drawing' as const,
        dwellSeconds: 15,
        structureId: of,
        drawingId,
      })),
      ...(pointIds.length > 0 ? [{ kind: 'points' as const, dwellSeconds: 20, pointIds, days: 30 as const }] : []),
    ],
    soundFrom: 3,
  });
}

export const watcherSteps: readonly Step[] = [
  ['groups', nightWatch],
  ['walls', wallOfDam],
];
