/**
 * What may import what (docs/architecture.md), one rule each: who it is about, and what breaks it. The order of the
 * features comes from features.json, so a feature that is moved there moves its rights with it.
 */
import { basename } from 'node:path';
import { circlesOf } from './circles.ts';
import { type Import, type Module, readModules } from './modules.ts';
import { featuresOf, placeOf, readHouse } from './wings.ts';

export interface Breach {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  /** What was found and, where it is not plain, what to do instead. */
  readonly message: string;
}

interface Rule {
  readonly name: string;
  readonly instead: string;
  readonly about: (path: string) => boolean;
  readonly breaks: (path: string, to: string, features: readonly string[], isLoose: boolean) => boolean;
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /^(\w+\/test|e2e|bench)\//.test(path);
const product = (folder: string) => (path: string) => path.startsWith(folder) && !isTest(path);
const under = (path: string, ...folders: readonly string[]) => folders.some((folder) => path.startsWith(folder));
const ofHouse = (to: string) => under(to, 'contract/', 'science/', 'server/', 'web/', 'tools/', 'e2e/', 'bench/');
const feature = (path: string) => placeOf(path)?.feature ?? null;
/** A list of what the application takes of a wing. */
const wingList = (path: string) =>
  /^server\/src\/features\/([^/]+)\/\1\.(routes|work|access)\.ts$/.exec(path)?.[1] ?? null;
const serverFeatures = 'server/src/features/';
const webFeatures = 'web/src/features/';
const webScreens = 'web/src/screens/';
/** The console that a screen belongs to: `point` of web/src/screens/point/PointConsolePage.tsx. */
const consoleOf = (path: string) => /^web\/src\/screens\/([^/]+)\//.exec(path)?.[1] ?? null;
const otherFeature = (path: string, to: string, side: string) =>
  to.startsWith(side) && wingList(path) === null && feature(to) !== feature(path);

/** Packages that are functions of their input and nothing else. */
const calculating: ReadonlySet<string> = new Set(['d3-contour', 'delaunator', 'robust-predicates']);

const rules: readonly Rule[] = [
  {
    name: 'contract-is-pure',
    instead: 'the contract imports zod and itself, nothing else',
    about: product('contract/'),
    breaks: (_, to) => to !== 'zod' && !to.startsWith('contract/src/'),
  },
  {
    name: 'science-is-pure',
    instead:
      'science has no clock, disk or network, of the contract it knows the lengths of durations; only segments compress, and of packages it uses those that only calculate',
    about: product('science/'),
    breaks: (path, to) =>
      !to.startsWith('science/src/') &&
      to !== 'contract/src/kernel/durations.ts' &&
      !calculating.has(to) &&
      !(to === 'node:zlib' && path.startsWith('science/src/segments/')),
  },
  {
    name: 'kernel-knows-no-feature',
    instead: 'the kernel uses itself, the contract and science; features are handed to it',
    about: (path) => product('server/src/kernel/')(path) || product('web/src/kernel/')(path),
    breaks: (_, to) =>
      ofHouse(to) && !under(to, 'server/src/kernel/', 'web/src/kernel/', 'web/src/languages/', 'contract/', 'science/'),
  },
  {
    name: 'kit-knows-no-feature',
    instead: 'give it as a property',
    about: (path) => under(path, 'web/src/design/', 'web/src/charts/', 'web/src/maps/', 'web/src/scene/'),
    breaks: (_, to) => under(to, webFeatures, 'web/src/app/'),
  },
  {
    name: 'server-and-web-never-meet',
    instead: 'what both need belongs to the contract or to science',
    about: (path) => under(path, 'server/', 'web/'),
    breaks: (path, to) => under(to, path.startsWith('server/') ? 'web/' : 'server/'),
  },
  {
    name: 'features-never-look-up',
    instead: 'a feature reads features before it in features.json and tells those after it by event',
    about: product(serverFeatures),
    breaks: (path, to, features) =>
      otherFeature(path, to, serverFeatures) &&
      features.indexOf(feature(to) ?? '') >= features.indexOf(feature(path) ?? ''),
  },
  {
    name: 'apis-across-features',
    instead: 'a feature answers other features through its .api.ts alone',
    about: product(serverFeatures),
    breaks: (path, to) => otherFeature(path, to, serverFeatures) && !to.endsWith('.api.ts'),
  },
  {
    name: 'wings-list-their-own',
    instead: 'a list of a wing names its own features; the application alone reads it',
    about: (path) => under(path, 'server/src/') && !isTest(path),
    breaks: (path, to) =>
      (wingList(path) !== null && to.startsWith(serverFeatures) && placeOf(to)?.wing !== wingList(path)) ||
      (wingList(to) !== null && !/^server\/src\/app\.\w+\.ts$/.test(path)),
  },
  {
    name: 'features-use-no-app',
    instead: 'app.ts puts features together; of the features only gateway drives the pipeline',
    about: product(serverFeatures),
    breaks: (path, to) =>
      under(to, 'server/src/') &&
      !under(to, serverFeatures, 'server/src/kernel/') &&
      !(feature(path) === 'telemetry/gateway' && to.startsWith('server/src/pipeline/')),
  },
  {
    name: 'pipeline-uses-apis-and-tables',
    instead: 'the pipeline uses the .api.ts and .table.ts of features, and the kernel',
    about: product('server/src/pipeline/'),
    breaks: (_, to) =>
      under(to, 'server/src/') &&
      !under(to, 'server/src/pipeline/', 'server/src/kernel/') &&
      !(to.startsWith(serverFeatures) && /\.(api|table)\.ts$/.test(to)),
  },
  {
    name: 'sql-in-tables',
    instead: 'SQL is spoken by the kernel, the pipeline, the demonstration, .table.ts and .api.ts',
    about: (path) => product('server/src/')(path) && !/\.(table|api)\.ts$/.test(path),
    breaks: (path, to) =>
      /^(kysely|pg)$/.test(to) && !under(path, 'server/src/kernel/', 'server/src/pipeline/', 'server/src/demo/'),
  },
  {
    name: 'web-features-are-private',
    instead:
      'a web feature, and a console of the screens, shows others its .parts.tsx and .queries.ts; the application loads its pages by import()',
    about: product('web/src/'),
    breaks: (path, to, _, isLoose) =>
      (otherFeature(path, to, webFeatures) || (to.startsWith(webScreens) && consoleOf(to) !== consoleOf(path))) &&
      !/\.(parts\.tsx?|queries\.ts)$/.test(to) &&
      !(path.startsWith('web/src/app/') && to.endsWith('Page.tsx') && isLoose),
  },
  {
    name: 'screens-are-on-top',
    instead: 'give it as a property, or move what composes several features into web/src/screens as well',
    about: product('web/src/'),
    breaks: (path, to) => to.startsWith(webScreens) && !under(path, webScreens, 'web/src/app/'),
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
      'sockets are opened by kernel/socket-hub.ts and socket-space.ts, devices are let in by mqtt-broker.api.ts: their listeners cannot throw',
    about: product('server/src/'),
    breaks: (path, to) =>
      (to === 'socket.io' && !/^server\/src\/kernel\/socket-(hub|space)\.ts$/.test(path)) ||
      (to === 'aedes' && path !== 'server/src/features/telemetry/mqtt-broker/mqtt-broker.api.ts'),
  },
  {
    name: 'no-code-from-text',
    instead: 'formulas are compiled to closures by science/formulas; plug-ins run in the process of their own',
    about: (path) => path !== 'server/src/features/platform/plugins/logic/plugin.process.ts',
    breaks: (_, to) => /^(node:)?vm$/.test(to),
  },
];

/** What reads, writes and listens beneath the hooks of the web's data layer, by module. */
const rawData: Readonly<Record<string, ReadonlySet<string>>> = {
  'web/src/kernel/call.ts': new Set(['call', 'upload']),
  'web/src/kernel/queries.ts': new Set(['invalidate', 'keyOf', 'queryClient', 'readAgain']),
  'web/src/kernel/socket.ts': new Set(['useServerEvent', 'useSubscription']),
  'web/src/kernel/writes.ts': new Set(['write']),
  '@tanstack/react-query': new Set(['useInfiniteQuery', 'useQueries', 'useQuery', 'useQueryClient']),
};
const isComponent = (path: string): boolean =>
  product('web/src/')(path) &&
  under(path, webFeatures, webScreens, 'web/src/app/shell/', 'web/src/design/', 'web/src/charts/', 'web/src/maps/') &&
  !path.endsWith('.queries.ts');

/** Components take data from useRead and useWrite; what is below them stays in the kernel and in .queries.ts. */
function rawDataIn({ path, imports, polls }: Module): Breach[] {
  if (!isComponent(path)) return [];
  const polled = polls.map((line) => ({
    rule: 'polling-in-queries',
    path,
    line,
    message: 'asks again by the clock: write a hook with a name in a .queries.ts',
  }));
  const raw = imports.flatMap(({ to, names, line }) =>
    [...names]
      .filter((name) => (name === '*' ? to in rawData && to.startsWith('web/') : rawData[to]?.has(name)))
      .map((name) => ({
        rule: 'data-in-queries',
        path,
        line,
        message: `uses ${name} of ${to}: use useRead or useWrite, or write a hook in a .queries.ts`,
      })),
  );
  return [...polled, ...raw];
}

/** The layers of a server feature; whatever is none of them lies in its `logic` folder. */
const layers: ReadonlySet<string> = new Set(
  'routes service table api events jobs tasks sockets http mqtt tcp metrics test'.split(' '),
);

const plainNames = /^(utils?|helpers?|common|shared|index|types)$/;

/** Rules that are not about a single import. */
const otherRules = [
  'no-code-from-text',
  'typing-outlives-fetches',
  'no-circle',
  'suffix-is-layer',
  'data-in-queries',
  'polling-in-queries',
  'name-message-what',
  'feature-is-listed',
  'imports-lead-somewhere',
];
export const ruleNames: readonly string[] = [...new Set([...rules.map((rule) => rule.name), ...otherRules])];

/** Everything under the root that breaks a rule, by file and line. */
export function findBreaches(root: string, modules: ReadonlyMap<string, Module> = readModules(root)): Breach[] {
  const features = featuresOf(readHouse(root));
  const breaches = [...modules.values()].flatMap((module) => [
    ...module.imports.flatMap((each) => brokenBy(module, each, features, modules)),
    ...module.opaque.map(({ line, what }) => ({ rule: 'no-code-from-text', path: module.path, line, message: what })),
    ...module.fetchedKeys.map(({ line, what }) => ({
      rule: 'typing-outlives-fetches',
      path: module.path,
      line,
      message: `a key made of ${what} throws away what was typed when the answer comes again: use useDraft`,
    })),
    ...rawDataIn(module),
    ...named(module.path, features),
  ]);
  for (const circle of circlesOf(modules)) {
    const [first] = circle;
    if (first !== undefined)
      breaches.push({
        rule: 'no-circle',
        path: first,
        line: 1,
        message: `imports itself by way of ${circle.join(' -> ')}`,
      });
  }
  return breaches.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

function brokenBy(
  { path }: Module,
  { to, specifier, line, isLoose }: Import,
  features: readonly string[],
  modules: ReadonlyMap<string, Module>,
): Breach[] {
  const broken = rules
    .filter((rule) => rule.about(path) && rule.breaks(path, to, features, isLoose))
    .map((rule) => ({ rule: rule.name, path, line, message: `imports ${specifier}: ${rule.instead}` }));
  // A path that the resolver of this check does not understand would slip through every rule above.
  const lost = ofHouse(to) && /\.(tsx?|[cm]?js)$/.test(to) && !modules.has(to);
  if (lost)
    broken.push({ rule: 'imports-lead-somewhere', path, line, message: `${specifier} is no module of the house` });
  return broken;
}

function named(path: string, features: readonly string[]): Breach[] {
  const breaches: Breach[] = [];
  const stem = basename(path).replace(/\.\w+$/, '');
  const plain = [...path.split('/').slice(0, -1), ...stem.split('.')].find((part) => plainNames.test(part));
  if (plain)
    breaches.push({ rule: 'name-message-what', path, line: 1, message: `"${plain}" does not say what is inside` });
  const own = feature(path);
  if (own !== null && !features.includes(own))
    breaches.push({ rule: 'feature-is-listed', path, line: 1, message: `feature ${own} is missing in features.json` });
  if (hasNoLayer(path))
    breaches.push({
      rule: 'suffix-is-layer',
      path,
      line: 1,
      message: 'is no layer of a feature: it belongs into logic/',
    });
  return breaches;
}

/** A file directly in a server feature whose last suffix is none of the layers. */
export function hasNoLayer(path: string): boolean {
  const [, stem] = /^server\/src\/features\/[^/]+\/[^/]+\/([^/]+)\.ts$/.exec(path) ?? [];
  return stem !== undefined && !layers.has(stem.split('.').at(-1) ?? '');
}
