/**
 * Finds what passes a mechanism by: rows of SQL whose type is only claimed (kernel/rows.ts), a check for a missing row
 * (requireRow), constants of durations (contract/src/kernel/durations.ts), a heading of
 * a table without words, and a literal that is spread into a literal, in which the
 * compiler reports no excess property. Those that there were are counted by file in bypasses.json, which only shrinks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { type Breach, isTest } from './import-rules.ts';

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Place {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
}

const instead: Readonly<Record<string, string>> = {
  'claimed-rows': 'name the columns: sqlRows({ id: "number" }) in place of sql<{ id: number }>',
  'missing-row': 'take what must be there by requireRow',
  'duration-constants': 'import it from contract/src/kernel/durations.ts',
  'empty-headings': 'a column has a heading: <ActsHeading /> or <UnseenHeading> where only those who hear it need one',
  'spread-of-a-literal':
    'write the properties into the object itself: the compiler sees no excess property in a spread',
};
export const bypassRules = Object.keys(instead);

const durations: Readonly<Record<string, number>> = {
  secondMs: 1_000,
  minuteMs: 60_000,
  hourMs: 3_600_000,
  dayMs: 86_400_000,
};

/** Every place of a file, by rule. */
export function placesIn(path: string, text: string): Place[] {
  const places: Place[] = [];
  const add = (rule: string, at: number) => places.push({ rule, path, line: text.slice(0, at).split('\n').length });
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end);
  const isProduct = path.startsWith('server/src/') && !isTest(path);
  new Visitor({
    CallExpression({ callee }) {
      if (!isProduct || callee.type !== 'MemberExpression' || callee.object.type !== 'TaggedTemplateExpression') return;
      const { tag, typeArguments } = callee.object;
      const [claimed] = typeArguments?.params ?? [];
      if (!claimed || textOf(tag) !== 'sql' || /^Selectable<Tables\['\w+'\]>$|^never$/.test(textOf(claimed))) return;
      if (callee.property.type === 'Identifier' && callee.property.name === 'execute') add('claimed-rows', tag.start);
    },
    VariableDeclaration({ kind, declarations, start }) {
      if (kind !== 'const' || path === 'contract/src/kernel/durations.ts') return;
      for (const { id, init } of declarations)
        if (id.type === 'Identifier' && id.name in durations && init && /^[\d_]/.test(textOf(init)))
          add('duration-constants', start);
    },
    ObjectExpression({ properties, start }) {
      if (!path.startsWith('web/src/')) return;
      const named = new Map(
        properties.flatMap((each) =>
          each.type === 'Property' && each.key.type === 'Identifier' ? [[each.key.name, each.value] as const] : [],
        ),
      );
      const title = named.get('title');
      if (title?.type === 'Literal' && title.value === '' && named.has('render')) add('empty-headings', start);
    },
    SpreadElement({ argument, start }) {
      if (argument.type === 'ObjectExpression') add('spread-of-a-literal', start);
    },
  }).visit(parseSync(path, text).program);
  if (!isProduct) return places;
  for (const { index } of text.matchAll(
    /const (\w+) = [^;]*;\n\s*if \((?:!\1|\1 === (?:undefined|null))\) throw new Failure\('notFound'/g,
  ))
    add('missing-row', index);
  return places;
}

export const bypassesOf = (root: string, paths: Iterable<string>): Place[] =>
  [...paths].flatMap((path) => placesIn(path, readFileSync(join(root, path), 'utf8')));

/** Returns the places beyond those that bypasses.json allows, and its entries that allow too many. */
export function findBypasses(root: string, paths: Iterable<string>): Breach[] {
  const list = 'tools/rules/bypasses.json';
  const allowed = JSON.parse(readFileSync(join(root, list), 'utf8')) as Counts;
  const breaches: Breach[] = [];
  const places = bypassesOf(root, paths);
  for (const rule of bypassRules) {
    const byPath = Map.groupBy(
      places.filter((place) => place.rule === rule),
      ({ path }) => path,
    );
    const most = (path: string) => allowed[rule]?.[path] ?? 0;
    for (const [path, of] of byPath)
      for (const { line } of of.slice(most(path))) breaches.push({ rule, path, line, message: instead[rule] ?? '' });
    for (const path of Object.keys(allowed[rule] ?? {})) {
      const present = byPath.get(path)?.length ?? 0;
      if (present < most(path))
        breaches.push({
          rule: 'bypasses-only-shrink',
          path: list,
          line: 1,
          message: `${rule} in ${path}: write ${present}`,
        });
    }
  }
  return breaches;
}
