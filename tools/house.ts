/**
 * `npm run house`: figures of the code base that tell whether it stays easy to work in, one line each. They are counted
 * afresh from the sources; `npm run house -- --list <figure>` names the places behind one of them.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { megabytesOf, served } from './installed.mjs';
import { bypassesOf } from './rules/bypasses.ts';
import { circlesOf } from './rules/circles.ts';
import { linesIn, type Size, sizesOf } from './rules/feature-sizes.ts';
import { hasNoLayer, isTest } from './rules/import-rules.ts';
import { functionsOf, maxFunctionLines } from './rules/long-functions.ts';
import { readModules } from './rules/modules.ts';
import { upwardImports, upwardReads } from './rules/order.ts';
import { findPrivateNames } from './rules/plain-names.ts';
import { fixedSleeps, wallClockAssertions } from './rules/steady-tests.ts';
import { sharedTables, tableWrites } from './rules/table-owners.ts';
import { featuresOf, placeOf, readHouse } from './rules/wings.ts';

const root = dirname(import.meta.dirname);

interface Figure {
  readonly name: string;
  readonly places: readonly string[];
  /** Where it is not the number of places. */
  readonly value?: string;
}

const modules = readModules(root);
const product = [...modules.keys()].filter(
  (path) => !isTest(path) && /^(contract|science|server|web)\//.test(path) && !/\.(mjs|js)$/.test(path),
);
const textOf = new Map(product.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const functions = product.flatMap((path) => functionsOf(path, textOf.get(path) ?? ''));

/** Lines of product files that match; comments only where they are asked for. */
function linesMatching(pattern: RegExp, of: (path: string) => boolean = () => true, inComments = false): string[] {
  return product.filter(of).flatMap((path) =>
    (textOf.get(path) ?? '').split('\n').flatMap((line, index) => {
      if (!inComments && /^\s*(\*|\/\/|\/\*)/.test(line)) return [];
      return Array.from(line.matchAll(pattern), () => `${path}:${index + 1}`);
    }),
  );
}

const house = readHouse(root);
const sizes = sizesOf(product, linesIn(root));

function largest(kind: Size['kind'], side: 'server' | 'web'): Figure {
  const chosen = sizes.filter((size) => size.kind === kind && size.folder.startsWith(`${side}/`));
  const nameIn = ({ folder }: Size) => folder.replace(/^\w+\/src\/(features\/)?/, '');
  const [first] = chosen;
  return {
    name: `largest ${side} ${kind}`,
    value: first ? `${nameIn(first)}, ${first.lines} lines` : 'none',
    places: chosen.map((size) => `${nameIn(size)} ${size.lines}`),
  };
}

/** Pairs of features of one side that import each other. */
function twoWayPairs(): string[] {
  const arrows = new Set<string>();
  for (const { path, imports } of modules.values())
    for (const { to } of imports) {
      const [from, into] = [placeOf(path), placeOf(to)];
      if (from && into && from.side === into.side && from.feature !== into.feature && !isTest(path))
        arrows.add(`${from.side} ${from.feature} ${into.feature}`);
    }
  return [...arrows].filter((arrow) => {
    const [side, from = '', into = ''] = arrow.split(' ');
    return from < into && arrows.has(`${side} ${into} ${from}`);
  });
}

const longer = (lines: number): string[] =>
  functions
    .filter((each) => each.lines > lines && !each.hasReason)
    .sort((a, b) => b.lines - a.lines)
    .map(({ path, name, line, lines: length }) => `${path} ${name}:${line} ${length}`);

const inComponents = (path: string): boolean =>
  /^web\/src\/(features|screens)\//.test(path) && !path.endsWith('.queries.ts');

const bypasses = bypassesOf(root, modules.keys());
const placesOf = (rule: string): string[] =>
  bypasses.filter((place) => place.rule === rule).map(({ path, line }) => `${path}:${line}`);

const figures: readonly Figure[] = [
  { name: 'modules of the product', places: product },
  {
    name: 'tables with several writers',
    places: [...sharedTables(tableWrites(root, product))].map(([table, parts]) => `${table}: ${parts.join(', ')}`),
  },
  { name: 'server files outside the layers', places: product.filter(hasNoLayer) },
  {
    name: 'import circles, types and import() included',
    places: circlesOf(modules).map((circle) => circle.join(' -> ')),
  },
  { name: 'wings', places: house.wings.map(({ wing }) => wing) },
  { name: 'features', places: featuresOf(house) },
  {
    name: 'reads of later tables',
    places: upwardReads(root, product, house).map(({ path, to, line }) => `${path}:${line} ${to}`),
  },
  {
    name: 'web imports of later features',
    places: upwardImports(modules, house).map(({ path, to, line }) => `${path}:${line} ${to}`),
  },
  { name: 'features that import each other', places: twoWayPairs() },
  largest('feature', 'server'),
  largest('feature', 'web'),
  largest('wing', 'server'),
  largest('wing', 'web'),
  { name: 'functions above 60 lines', places: longer(60) },
  { name: 'functions above 100 lines', places: longer(100) },
  {
    name: 'long functions with a reason',
    places: functions
      .filter((each) => each.lines > maxFunctionLines && each.hasReason)
      .map(({ path, name, line, lines: length }) => `${path} ${name}:${line} ${length}`),
  },
  {
    name: 'files above 300 lines',
    places: product.filter((path) => (textOf.get(path) ?? '').split('\n').length > 301),
  },
  { name: 'non-null assertions', places: linesMatching(/[\w)\]]!(?=[.,;)\]}\s[]|$)(?!=)/g) },
  { name: 'casts through unknown', places: linesMatching(/\bas unknown as\b/g) },
  { name: 'suppressions', places: linesMatching(/biome-ignore|@ts-(?:ignore|expect-error)/g, () => true, true) },
  { name: 'calls in web components', places: linesMatching(/(?<![\w.])call\(/g, inComponents) },
  { name: 'invalidations by hand', places: linesMatching(/(?<![\w.])(?:forget|invalidate)\(/g, inComponents) },
  { name: 'wall-clock assertions in tests', places: wallClockAssertions(root) },
  { name: 'fixed sleeps in tests', places: fixedSleeps(root) },
  {
    name: 'private words in names',
    places: findPrivateNames(root, modules.keys()).map(({ path, line, message }) => `${path}:${line} ${message}`),
  },
  { name: 'rows typed by hand', places: placesOf('claimed-rows') },
  { name: 'durations by hand', places: placesOf('duration-constants') },
  { name: 'literals spread into literals', places: placesOf('spread-of-a-literal') },
  { name: 'megabytes that users install', places: [], value: String(megabytesOf(root, served)) },
];

const [flag, wanted] = process.argv.slice(2);
for (const { name, places, value } of figures) {
  if (flag === '--list') {
    if (name.includes(wanted ?? '')) process.stdout.write(`${name}\n${places.map((place) => `  ${place}\n`).join('')}`);
  } else process.stdout.write(`${name.padEnd(34)} ${value ?? places.length}\n`);
}
