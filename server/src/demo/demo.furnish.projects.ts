/** Furnishes projects: members, pictures with marks, documents, annotations, photos, a threshold template, firmware. */
import { randomBytes } from 'node:crypto';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { roles } from '@plumbline/contract/people/roles';
import { users } from '@plumbline/contract/people/users';
import { photos } from '@plumbline/contract/points/photos';
import { points } from '@plumbline/contract/points/points';
import { strata } from '@plumbline/contract/points/strata';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { annotations } from '@plumbline/contract/site/annotations';
import { documents } from '@plumbline/contract/site/documents';
import { projects as projectRoutes } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import { type Furnishing, fileOf, type Step } from './demo.client.ts';
import { contents, drawing } from './demo.contents.ts';

/** Projects that are still there, with what belongs in them: people may have deleted or renamed some. */
const furnished = ({ projects }: Furnishing) =>
  Object.entries(contents).flatMap(([name, content]) => {
    const projectId = projects.get(name);
    return projectId === undefined ? [] : [{ projectId, ...content }];
  });

/** The points of a project by name. */
export async function pointsOf({ client }: Furnishing, projectId: number) {
  const { measuringPoints } = await client.call(points.list, { projectId });
  return new Map(measuringPoints.map((point) => [point.name, point]));
}

/** Nobody knows the passwords: an administrator sets one to look around as somebody else. */
const unknownPassword = () =>
  `Pl-7${[...randomBytes(6).toString('hex')].join('').replace(/(.)\1+/g, '$1')}xy9z`.slice(0, 16);

/** Makes an account with an e-mail address and a number to call, so that it can be on duty; both are reserved for examples. */
async function makePerson({ client }: Furnishing, name: string, displayName: string): Promise<number> {
  const { corporationId } = client;
  const password = unknownPassword();
  const { user } = await client.call(users.create, { corporationId, name, displayName, type: 'Normal', password });
  const mobile = `+1202555${(100 + (user.id % 100)).toString().padStart(4, '0')}`;
  const contact = { email: `${name}@example.com`, mobile, emailFrom: null, smsFrom: null, showsMobile: true };
  await client.as(name, password, (person) => person.call(deliveries.setContact, contact));
  return user.id;
}

async function members(furnishing: Furnishing) {
  const { client } = furnishing;
  const { corporationId } = client;
  const { roles: all } = await client.call(roles.list, { corporationId });
  const { users: known } = await client.call(users.list, { corporationId });
  const accounts = new Map(known.map(({ name, id }) => [name, id]));
  for (const { projectId, members: wanted } of furnished(furnishing)) {
    const { members: there } = await client.call(projectRoutes.members, { projectId });
    for (const { name, displayName, role } of wanted) {
      const userId = accounts.get(name) ?? (await makePerson(furnishing, name, displayName));
      accounts.set(name, userId);
      const roleId = all.find(({ type }) => type === role)?.id;
      if (roleId !== undefined && !there.some((member) => member.userId === userId))
        await client.call(projectRoutes.addMember, { projectId, userId, roleId });
    }
  }
}

async function pictures(furnishing: Furnishing) {
  const { client } = furnishing;
  for (const { projectId, pictures: wanted } of furnished(furnishing)) {
    const { structures: there } = await client.call(structures.list, { projectId });
    for (const { structure, file, marks } of wanted) {
      const found = there.find(({ name, isItem, picture }) => name === structure && !isItem && picture === null);
      if (!found) continue;
      const structureId = found.id;
      const { items, points: own } = await client.call(structures.marks, { structureId });
      const placeOf = (name: string) => {
        const [x, y] = marks[name] ?? [];
        return x === undefined || y === undefined ? null : { x: x / drawing.width, y: y / drawing.height };
      };
      await client.call(structures.setMarks, {
        structureId,
        items: items.map(({ itemId, name }) => ({ itemId, place: placeOf(name) })),
        points: own.map(({ pointId, name }) => ({ pointId, place: placeOf(name) })),
      });
      await client.send(structures.setPicture, { structureId }, fileOf(file));
      await client.call(structures.setDisplayType, { structureId, displayType: 'IMG' });
    }
  }
}

async function papers(furnishing: Furnishing) {
  const { client } = furnishing;
  for (const { projectId, documents: wanted } of furnished(furnishing)) {
    const { documents: there } = await client.call(documents.list, { projectId });
    for (const { file, kind } of wanted)
      if (!there.some(({ name }) => name === file))
        await client.send(documents.upload, { projectId, kind }, fileOf(file));
  }
}

/** What happened on site, written down at noon of its day. */
async function happenings(furnishing: Furnishing) {
  const { client } = furnishing;
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (const { projectId, happened } of furnished(furnishing)) {
    const { annotations: there } = await client.call(annotations.list, { projectId });
    const { structures: all } = await client.call(structures.list, { projectId });
    for (const { structure, daysAgo, days, elevationM = null, kind, text } of happened) {
      const found = all.find(({ name, isItem }) => name === structure && !isItem);
      if (there.some((each) => each.text === text) || (structure !== null && !found)) continue;
      const startMs = today - daysAgo * dayMs + dayMs / 2;
      await client.call(annotations.create, {
        projectId,
        structureId: found?.id ?? null,
        kind,
        text,
        startAt: new Date(startMs).toISOString(),
        endAt: days === undefined ? null : new Date(startMs + days * dayMs).toISOString(),
        elevationM,
      });
    }
  }
}

/** The soil beside casings; each floor of the pit from the day on which its excavation ended. */
async function soil(furnishing: Furnishing) {
  const { client } = furnishing;
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (const { projectId, happened, strata: wanted } of furnished(furnishing)) {
    if (!wanted) continue;
    const byName = await pointsOf(furnishing, projectId);
    const excavations = happened.flatMap(({ kind, daysAgo, days = 0, elevationM }) => {
      if (kind !== 'excavation' || elevationM === undefined) return [];
      const on = new Date(today - (daysAgo - days) * dayMs).toISOString().slice(0, 10);
      return [{ on, depthM: -elevationM }];
    });
    for (const name of wanted.points) {
      const pointId = byName.get(name)?.id;
      if (pointId === undefined) continue;
      const { strata: there } = await client.call(strata.get, { pointId });
      if (there.layers.length > 0) continue;
      await client.call(strata.set, {
        pointId,
        layers: [...wanted.layers],
        excavations,
        reason: 'Log of borehole BH-12; excavation scheme',
      });
    }
  }
}

/** A photo that is there already stays as it is: the server knows it again. */
async function photographs(furnishing: Furnishing) {
  const { client, madeMs } = furnishing;
  const today = Math.floor(madeMs / dayMs) * dayMs;
  for (const { projectId, photographed = [] } of furnished(furnishing)) {
    const byName = photographed.length > 0 ? await pointsOf(furnishing, projectId) : new Map<string, never>();
    for (const { point, file, daysAgo, note } of photographed) {
      const pointId = byName.get(point)?.id;
      if (pointId === undefined) continue;
      const photographedAt = new Date(today - daysAgo * dayMs + dayMs / 2).toISOString();
      await client.send(photos.upload, { pointId, photographedAt, note }, fileOf(file));
    }
  }
}

async function template({ client }: Furnishing) {
  const { corporationId } = client;
  const name = 'Settlement of a dam crest';
  const { templates } = await client.call(thresholds.templates, { corporationId });
  if (templates.some((each) => each.name === name)) return;
  await client.call(thresholds.createTemplate, {
    corporationId,
    name,
    family: 'surfaceDisplacement',
    field: 'dh',
    basis: 'levels',
    kind: 'cumulative',
    levels: [24, 28, 34, 40],
    note: 'Control value 40 mm, design note JMI-HT-DN-01',
  });
}

async function upgrade({ client }: Furnishing) {
  const { corporationId } = client;
  const name = 'DCT-1.2.0.0-stable.hsf';
  const { firmware: list } = await client.call(firmware.list, { corporationId });
  const there = list.find((each) => each.name === name);
  const file = { name, type: 'application/octet-stream', bytes: Buffer.alloc(96 * 1024, 'Plumbline demonstration\n') };
  const notice = 'Clock kept over a loss of power; lower consumption while the link is away';
  const { id: firmwareId } = there ?? (await client.send(firmware.upload, { corporationId, notice }, file)).firmware;
  const { devices } = await client.call(firmware.fitting, { corporationId, firmwareId });
  if (devices.some(({ version, upgrading }) => upgrading || version === '1.2.0.0')) return;
  const device = devices.find(({ sncode }) => sncode === 'VW8-0180') ?? devices[0];
  if (device) await client.call(firmware.upgrade, { corporationId, firmwareId, deviceIds: [device.id] });
}

export const projectSteps: readonly Step[] = [
  ['members', members],
  ['pictures', pictures],
  ['documents', papers],
  ['annotations', happenings],
  ['strata', soil],
  ['photos', photographs],
  ['template', template],
  ['firmware', upgrade],
];
