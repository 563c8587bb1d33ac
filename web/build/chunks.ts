/**
 * Which module goes into which file of the build. A file for each shared module would be a request each, and one file for
 * each feature would send a page the whole of every feature of which it shows a part: over a slow connection either costs
 * seconds. So what the first page needs is three files; what one page alone uses comes with that page; and what several
 * share is one file for each feature or screen, or `shared` where many do. What signing in and Home need beyond the first
 * files is one more each (`sign`, `home`), and what the pages that show data do not need of kit and `shared` is apart (`-more`).
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** What the bundler tells about a module when it asks for the name of its chunk. */
interface ChunkContext {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

const ofKit = /\/node_modules\/(?:antd|rc-[^/]+|@rc-component|@ant-design|dayjs|@babel\/runtime)\/(?!es\/locale\/)/;
/** The large parts of the component library that nothing else in it needs. */
const ofTables =
  /\/node_modules\/(?:@rc-component\/(?:table|tree|pagination|cascader)|antd\/es\/(?:table|tree|pagination|cascader))\//;
const ofDates = /\/node_modules\/(?:@rc-component\/picker|antd\/es\/(?:date-picker|time-picker|calendar)|dayjs)\//;

/** Large libraries that pages load when they draw something: whatever needs one at once goes into a chunk of its own kind. */
const heavy: Readonly<Record<string, RegExp>> = {
  echarts: /\/node_modules\/(?:echarts|zrender)\//,
  maplibre: /\/node_modules\/(?:maplibre-gl|@maplibre|@mapbox|topojson[^/]*)\//,
};

const heavyOf = new Map<string, string | null>();

/** The large library that a module reaches by static imports, by its name in `heavy`; null = none. */
function heavyNeededBy(id: string, context: ChunkContext): string | null {
  const cached = heavyOf.get(id);
  if (cached !== undefined) return cached;
  heavyOf.set(id, null);
  const library = Object.entries(heavy).find(([, pattern]) => pattern.test(id))?.[0];
  const needed =
    library ??
    context
      .getModuleInfo(id)
      ?.importedIds.map((imported) => heavyNeededBy(imported, context))
      .find((name) => name !== null) ??
    null;
  heavyOf.set(id, needed);
  return needed;
}

/** Everything that is loaded by an `import()` and needs this module, up to as many as make it shared by many. */
function loadedWith(id: string, context: ChunkContext): ReadonlySet<string> {
  const loads = new Set<string>();
  const visited = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined && loads.size < many; next = waiting.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    const module = context.getModuleInfo(next);
    if (module && module.dynamicImporters.length > 0) loads.add(next);
    waiting.push(...(module?.importers ?? []));
  }
  return loads;
}
const many = 10;

/**
 * The entry, which waits for chunks that import the others; a language; a face for Chinese, fetched by those who read it.
 */
const staysAlone = (id: string): boolean =>
  /\/web\/src\/(?:main\.tsx|languages\/|kernel\/chinese-face)|\/node_modules\/(?:@fontsource|antd\/es\/locale)\//.test(
    id,
  );

const source = resolve(import.meta.dirname, '../src');
/** The library's lists of all that it has: a module needs what it names of them. */
const ofBarrel = /\/node_modules\/(?:antd|@ant-design\/icons)\/es\/(?:icons\/)?index\.js$/;
const namedImports = /^import \{([^}]*)\} from '(antd|@ant-design\/icons)';$/gm;
const modules = resolve(import.meta.dirname, '../../node_modules');

/** The modules of the component library that a file of ours names. */
function kitNamedIn(id: string): string[] {
  if (!id.startsWith(source) || !/\.tsx?$/.test(id)) return [];
  return Array.from(readFileSync(id, 'utf8').matchAll(namedImports), ([, names = '', library]) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/ as .*/, ''))
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) =>
        library === 'antd'
          ? `${modules}/antd/es/${name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}/index.js`
          : `${modules}/@ant-design/icons/es/icons/${name}.js`,
      ),
  ).flat();
}

const neededBy = new Map<string, ReadonlySet<string>>();

/**
 * Everything that pages need before they are drawn. What it holds needs nothing else: a file of it waits for no other page's.
 * Breaks the build where one of the pages is no longer there.
 */
function needsOf(pages: readonly string[], context: ChunkContext): ReadonlySet<string> {
  const key = pages.join();
  const cached = neededBy.get(key);
  if (cached) return cached;
  const needed = new Set(pages.map((page) => `${source}/${page}`));
  for (const id of needed) if (!context.getModuleInfo(id)) throw new Error(`chunks: there is no ${id}`);
  for (const id of needed)
    for (const next of [...(context.getModuleInfo(id)?.importedIds ?? []), ...kitNamedIn(id)])
      if (!ofBarrel.test(next)) needed.add(next);
  neededBy.set(key, needed);
  return needed;
}
const signPage = 'features/people/sessions/SignPage.tsx';
const homePage = 'features/overview/stats/HomePage.tsx';
const dataPages = [
  signPage,
  homePage,
  'features/site/projects/ProjectListPage.tsx',
  'screens/alerts/AllAlertsPage.tsx',
  'screens/project/ProjectScreenPage.tsx',
  'screens/data-view/DataViewPage.tsx',
  // Each of them draws: asked for with the page (first.ts).
  'charts/DrawnChart.tsx',
  // What follows them at once, each by an import() of its own.
  'app/shell/BellWarnings.tsx',
  'app/shell/JumpBox.tsx',
  'app/shell/Notices.tsx',
  'app/shell/RefreshMenu.tsx',
  'app/shell/UploadBar.tsx',
  'design/form/grid/Grid.tsx',
  'features/overview/demonstration/demonstration.parts.tsx',
  'maps/MapView.tsx',
];

/** The chunk of what people wait for who come from outside: to sign in, or to Home. What only signing in shows stays with its page. */
function earlyChunk(id: string, context: ChunkContext): string | null {
  if (staysAlone(id) || heavyNeededBy(id, context) !== null) return null;
  if (needsOf([signPage], context).has(id)) return id.includes('/features/people/sessions/') ? null : 'sign';
  return needsOf([signPage, homePage], context).has(id) ? 'home' : null;
}
/** `name` for what pages of data need, another file for the rest. */
const byNeed = (name: string, id: string, context: ChunkContext): string =>
  needsOf(dataPages, context).has(id) ? name : `${name}-more`;

/** What draws tables, with the library that measures their rows: pages without a table do without. */
const ofRows =
  /\/web\/src\/design\/(?:DataTable|LongTable|Pages)\.tsx|\/data-grid\/|\/readings\/(?:ReadingsTable|reading-columns)\.tsx|\/node_modules\/@tanstack\/(?:react-)?virtual/;

/** What chooses days and times, with the calendar that it loads: Home does without, though many views share it. */
const ofPickers =
  /\/web\/src\/(?:charts\/range\/Range(?:Bar|Field)\.tsx|design\/(?:InstantPicker\.tsx|form\/wall-time\.ts))/;

/** The chunk of what is light. null = as the bundler does: with the one page that needs it. */
function lightChunk(id: string, context: ChunkContext): string | null {
  if (heavyNeededBy(id, context) !== null || staysAlone(id)) return null;
  const { size } = loadedWith(id, context);
  return size < 2 ? null : byNeed(placeOf(id, size), id, context);
}

/** The name of the chunk of what is loaded with so many pages. */
function placeOf(id: string, size: number): string {
  if (ofRows.test(id)) return 'rows';
  if (ofPickers.test(id)) return 'readings';
  if (size >= many) return 'shared';
  const [, library] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (library !== undefined) return library.replace(/\W+/g, '-');
  if (id.includes('/web/src/design/form/')) return 'forms';
  const [, screen] = /\/web\/src\/screens\/([^/]+)\//.exec(id) ?? [];
  // Apart from the feature of the same name, whose parts more pages take.
  if (screen !== undefined) return `${screen}-screen`;
  const [, wing, feature] = /\/web\/src\/features\/([^/]+)\/([^/]+)\//.exec(id) ?? [];
  if (wing === undefined || feature === undefined) return 'shared';
  // Short where it can be: the entry names every chunk.
  return feature !== wing && /^(?:alerts|reports)$/.test(wing) ? `${wing}-${feature}` : feature;
}

/** Charts that pages of data do not draw at once are apart; a map is loaded by itself, after the page. */
function heavyChunk(id: string, context: ChunkContext): string | null {
  const library = heavyNeededBy(id, context);
  return library === 'echarts' ? byNeed(library, id, context) : library;
}

/** What the entry needs before it can draw anything, as the bundler marks it. */
const initial = { tags: ['$initial' as const] };

/** The first that claims a module has it. */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'first-kit', test: ofKit, ...initial },
  { name: 'first-vendor', test: /\/node_modules\//, ...initial },
  { name: 'first', test: (id: string) => !staysAlone(id), ...initial },
  // Parts of it, cut by who needs them, import each other in a circle, and one then runs before what it needs.
  { name: earlyChunk, debugName: 'early', includeDependenciesRecursively: false },
  {
    name: (id: string, context: ChunkContext) => byNeed('kit', id, context),
    debugName: 'kit',
    test: (id: string) => ofKit.test(id) && !ofTables.test(id) && !ofDates.test(id),
  },
  { name: 'kit-tables', test: ofTables },
  { name: 'kit-dates', test: ofDates },
  { name: lightChunk, debugName: 'light', includeDependenciesRecursively: false },
  { name: heavyChunk, debugName: 'heavy' },
].map((group, index, { length }) => ({ ...group, priority: length - index }));
