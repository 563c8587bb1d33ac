/**
 * What may import what (docs/architecture.md), one rule each: who it is about, and what breaks it. The order of the
 * rooms comes from rooms.json, so a room that is moved there moves its rights with it.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { circlesOf } from './circles.ts';
import { type Import, type Module, readModules } from './modules.ts';

export interface Breach {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  /** What was found and, where it is not plain, what to do instead. */
  readonly says: string;
}

interface Rule {
  readonly name: string;
  readonly instead: string;
  readonly about: (path: string) => boolean;
  readonly breaks: (path: string, to: string, rooms: readonly string[]) => boolean;
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /^(\w+\/test|e2e|bench)\//.test(path);
const product = (folder: string) => (path: string) => path.startsWith(folder) && !isTest(path);
const under = (path: string, ...folders: readonly string[]) => folders.some((folder) => path.startsWith(folder));
const ofHouse = (to: string) => under(to, 'contract/', 'science/', 'server/', 'web/', 'tools/', 'e2e/', 'bench/');
const room = (path: string) => /^(?:server|web)\/src\/rooms\/([^/]+)\//.exec(path)?.[1] ?? null;
const serverRooms = 'server/src/rooms/';
const webRooms = 'web/src/rooms/';
const otherRoom = (path: string, to: string, side: string) => to.startsWith(side) && room(to) !== room(path);

const rules: readonly Rule[] = [
  {
    name: 'contract-is-pure',
    instead: 'the contract imports zod and itself, nothing else',
    about: product('contract/'),
    breaks: (_, to) => to !== 'zod' && !to.startsWith('contract/src/'),
  },
  {
    name: 'science-is-pure',
    instead: 'science has no clock, disk, network or package',
    about: product('science/'),
    breaks: (_, to) => !to.startsWith('science/src/'),
  },
  {
    name: 'kernel-knows-no-room',
    instead: 'the kernel uses itself, the contract and science; rooms are handed to it',
    about: (path) => product('server/src/kernel/')(path) || product('web/src/kernel/')(path),
    breaks: (_, to) =>
      ofHouse(to) && !under(to, 'server/src/kernel/', 'web/src/kernel/', 'web/src/languages/', 'contract/', 'science/'),
  },
  {
    name: 'kit-knows-no-room',
    instead: 'give it as a property',
    about: (path) => under(path, 'web/src/design/', 'web/src/charts/', 'web/src/maps/', 'web/src/scene/'),
    breaks: (_, to) => under(to, webRooms, 'web/src/app/'),
  },
  {
    name: 'server-and-web-never-meet',
    instead: 'what both need belongs to the contract or to science',
    about: (path) => under(path, 'server/', 'web/'),
    breaks: (path, to) => under(to, path.startsWith('server/') ? 'web/' : 'server/'),
  },
  {
    name: 'rooms-never-look-up',
    instead: 'a room reads rooms before it in rooms.json and tells those after it by event',
    about: product(serverRooms),
    breaks: (path, to, rooms) =>
      otherRoom(path, to, serverRooms) && rooms.indexOf(room(to) ?? '') >= rooms.indexOf(room(path) ?? ''),
  },
  {
    name: 'ask-only-reads',
    instead: 'a room answers other rooms through its .reads.ts alone',
    about: product(serverRooms),
    breaks: (path, to) => otherRoom(path, to, serverRooms) && !to.endsWith('.reads.ts'),
  },
  {
    name: 'rooms-know-no-house',
    instead: 'app.ts puts rooms together; of the rooms only gateway drives the pipeline',
    about: product(serverRooms),
    breaks: (path, to) =>
      under(to, 'server/src/') &&
      !under(to, serverRooms, 'server/src/kernel/') &&
      !(room(path) === 'gateway' && to.startsWith('server/src/pipeline/')),
  },
  {
    name: 'pipeline-asks-reads-and-tables',
    instead: 'the pipeline uses the .reads.ts and .table.ts of rooms, and the kernel',
    about: product('server/src/pipeline/'),
    breaks: (_, to) =>
      under(to, 'server/src/') &&
      !under(to, 'server/src/pipeline/', 'server/src/kernel/') &&
      !(to.startsWith(serverRooms) && /\.(reads|table)\.ts$/.test(to)),
  },
  {
    name: 'sql-in-tables',
    instead: 'SQL is spoken by the kernel, the pipeline, the demonstration, .table.ts and .reads.ts',
    about: (path) => product('server/src/')(path) && !/\.(table|reads)\.ts$/.test(path),
    breaks: (path, to) =>
      /^(kysely|pg|pg-copy-streams)$/.test(to) &&
      !under(path, 'server/src/kernel/', 'server/src/pipeline/', 'server/src/demo/'),
  },
  {
    name: 'web-rooms-are-private',
    instead: 'a web room shows other rooms its .parts.tsx and .queries.ts; its .pages.tsx is for the application',
    about: product('web/src/'),
    breaks: (path, to) =>
      otherRoom(path, to, webRooms) &&
      !/\.(parts\.tsx?|queries\.ts)$/.test(to) &&
      !(path.startsWith('web/src/app/') && to.endsWith('.pages.tsx')),
  },
  {
    name: 'product-knows-no-test',
    instead: 'move what both need into the product',
    about: (path) => !isTest(path),
    breaks: (_, to) => ofHouse(to) && isTest(to),
  },
  {
    name: 'wire-is-guarded',
    instead:
      'sockets are opened by kernel/socket-hub.ts, devices are let in by gateway.broker.ts: their listeners cannot throw',
    about: product('server/src/'),
    breaks: (path, to) =>
      (to === 'socket.io' && path !== 'server/src/kernel/socket-hub.ts') ||
      (to === 'aedes' && path !== 'server/src/rooms/gateway/gateway.broker.ts'),
  },
  {
    name: 'no-code-from-text',
    instead: 'formulas are compiled to closures by science/formulas',
    about: () => true,
    breaks: (_, to) => /^(node:)?vm$/.test(to),
  },
];

const plainNames = /^(utils?|helpers?|common|shared|index|types)$/;

/** Rules that are not about a single import. */
const otherRules = [
  'no-code-from-text',
  'typing-outlives-fetches',
  'no-circle',
  'name-says-what',
  'room-is-listed',
  'imports-lead-somewhere',
];
export const ruleNames: readonly string[] = [...new Set([...rules.map((rule) => rule.name), ...otherRules])];

/** Everything under the root that breaks a rule, by file and line. */
export function findBreaches(root: string, modules: ReadonlyMap<string, Module> = readModules(root)): Breach[] {
  const rooms = JSON.parse(readFileSync(join(root, 'rooms.json'), 'utf8')) as string[];
  const breaches = [...modules.values()].flatMap((module) => [
    ...module.imports.flatMap((each) => brokenBy(module, each, rooms, modules)),
    ...module.opaque.map(({ line, what }) => ({ rule: 'no-code-from-text', path: module.path, line, says: what })),
    ...module.fetchedKeys.map(({ line, what }) => ({
      rule: 'typing-outlives-fetches',
      path: module.path,
      line,
      says: `a key made of ${what} throws away what was typed when the answer comes again: use useDraft`,
    })),
    ...named(module.path, rooms),
  ]);
  for (const circle of circlesOf(modules)) {
    const [first] = circle;
    if (first !== undefined)
      breaches.push({
        rule: 'no-circle',
        path: first,
        line: 1,
        says: `imports itself by way of ${circle.join(' -> ')}`,
      });
  }
  return breaches.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

function brokenBy(
  { path }: Module,
  { to, specifier, line }: Import,
  rooms: readonly string[],
  modules: ReadonlyMap<string, Module>,
): Breach[] {
  const broken = rules
    .filter((rule) => rule.about(path) && rule.breaks(path, to, rooms))
    .map((rule) => ({ rule: rule.name, path, line, says: `imports ${specifier}: ${rule.instead}` }));
  // A path that the resolver of this check does not understand would slip through every rule above.
  const lost = ofHouse(to) && /\.(tsx?|[cm]?js)$/.test(to) && !modules.has(to);
  if (lost) broken.push({ rule: 'imports-lead-somewhere', path, line, says: `${specifier} is no module of the house` });
  return broken;
}

function named(path: string, rooms: readonly string[]): Breach[] {
  const breaches: Breach[] = [];
  const stem = basename(path).replace(/\.\w+$/, '');
  const plain = [...path.split('/').slice(0, -1), ...stem.split('.')].find((part) => plainNames.test(part));
  if (plain) breaches.push({ rule: 'name-says-what', path, line: 1, says: `"${plain}" does not say what is inside` });
  const own = room(path);
  if (own !== null && !rooms.includes(own))
    breaches.push({ rule: 'room-is-listed', path, line: 1, says: `room ${own} is missing in rooms.json` });
  return breaches;
}
