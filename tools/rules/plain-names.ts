/**
 * Names that mean something only to whoever wrote them. Every name that a module declares is split into its words; a word
 * of the list fails. Names that are used from elsewhere (a package, a column) are not declared here, and pass.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import type { Breach } from './import-rules.ts';

/** Verbs of telling and holding used as nouns for data, and pictures used for terms of the field. */
const privateWords = new Set(
  (
    'said say says told tell tells asked ask asks kept keeper held heard hear stands standing standings wish wishes loud ' +
    'loudest calm hand hands ground look looks looked stir along courier mailbox ledger patience vault taken gravity ' +
    'stranger strangers fate fates becomes room rooms door seen most least'
  ).split(' '),
);

export interface Exception {
  readonly names: readonly string[];
  readonly paths: RegExp;
  readonly why: string;
}

/** Where such a word is the right one. An exception that no declaration needs any more is a breach itself. */
const exceptions: readonly Exception[] = [
  {
    names: ['nameTaken', 'onNameTaken'],
    paths: /./,
    why: 'error of the catalogue, after the specification',
  },
  {
    names: ['lastSeenAt', 'last_seen_at', 'lastSeen', 'LastSeen', 'seenAt', 'seen_at'],
    paths: /./,
    why: '"last seen" is the usual term for presence',
  },
  {
    names: ['room', 'rooms', 'roomsOf', 'onRoom'],
    paths: /^server\/src\/(kernel\/(socket|page-relay)|web)/,
    why: 'a room is a term of Socket.IO',
  },
  {
    names: ['calm', 'calmMS', 'calm_max'],
    paths: /^science\/(src|test)\/sensors|^(contract|web)\/src\/(features\/)?views\/weather|^web\/test\/plans/,
    why: 'calm is a term of meteorology',
  },
  { names: ['gravity'], paths: /^science\/src\/sensors/, why: 'standard gravity, m/s²' },
  { names: ['most'], paths: /./, why: 'a detail of errors, and the number in a text of the language packs' },
  {
    names: ['takenAt'],
    paths: /^server\/src\/(kernel\/)?(backup|restore)/,
    why: 'the usual word for when a copy was made',
  },
  { names: ['atLeast'], paths: /^bench\//, why: 'a phrase, not a noun' },
];

/** The words of a name: `lastSeenAt` and `last_seen_at` are "last seen at". */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/);

interface Node {
  readonly type: string;
  readonly start: number;
}
interface Declared {
  readonly name: string;
  readonly start: number;
  /** True for a name that follows another one: a key of an object that is made, a property that is taken out of one. */
  readonly follows?: true;
  /** True for a field or method of a type, interface or class. */
  readonly isField?: true;
}

/** The names that a pattern binds: `{ a: b, ...c }` binds b and c. */
function bound(pattern: Node | null | undefined): Declared[] {
  if (!pattern) return [];
  const part = pattern as Node &
    Record<'name' | 'left' | 'argument' | 'properties' | 'elements' | 'value' | 'parameter', never>;
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: part.name, start: pattern.start }];
    case 'AssignmentPattern':
      return bound(part.left);
    case 'RestElement':
      return bound(part.argument);
    case 'TSParameterProperty':
      return bound(part.parameter);
    case 'ObjectPattern':
      return (part.properties as (Node & { value: Node; shorthand?: boolean })[]).flatMap((each) => {
        const names = bound(each.type === 'Property' ? each.value : each);
        return each.shorthand === true ? names.map((name) => ({ ...name, follows: true as const })) : names;
      });
    case 'ArrayPattern':
      return (part.elements as (Node | null)[]).flatMap(bound);
    default:
      return [];
  }
}

/** Every name that the text of a module declares, with where: variables, parameters, functions, types, fields. */
export function declaredNames(path: string, text: string): Declared[] {
  const names: Declared[] = [];
  const key = (node: { readonly key: Node; readonly computed?: boolean; readonly shorthand?: boolean }): void => {
    if (node.computed !== true && node.shorthand !== true)
      names.push(...bound(node.key).map((name) => ({ ...name, isField: true as const })));
  };
  const functionLike = (node: { readonly id?: Node | null; readonly params: readonly Node[] }): void => {
    names.push(...bound(node.id), ...node.params.flatMap(bound));
  };
  const named = (node: { readonly id: Node | null }): void => void names.push(...bound(node.id));
  /** Fields of an object that is made, not those that are taken out of one. */
  const object = (node: { readonly properties: readonly Node[] }): void => {
    const keys = node.properties.filter((each) => each.type === 'Property') as (Node & {
      key: Node;
      computed?: boolean;
      shorthand?: boolean;
    })[];
    for (const each of keys)
      if (each.computed !== true && each.shorthand !== true)
        names.push(...bound(each.key).map((name) => ({ ...name, follows: true as const })));
  };
  new Visitor({
    VariableDeclarator: named,
    FunctionDeclaration: functionLike,
    FunctionExpression: functionLike,
    ArrowFunctionExpression: (node) => functionLike({ params: node.params }),
    ClassDeclaration: named,
    TSInterfaceDeclaration: named,
    TSTypeAliasDeclaration: named,
    TSPropertySignature: key,
    TSMethodSignature: key,
    MethodDefinition: key,
    PropertyDefinition: key,
    ObjectExpression: object,
  } as ConstructorParameters<typeof Visitor>[0]).visit(parseSync(path, text).program);
  return names;
}

/** Names with a private word, of what the modules declare and of their files; and exceptions that none of them needs. */
export function findPrivateNames(
  root: string,
  paths: Iterable<string>,
  allowedNames: readonly Exception[] = exceptions,
): readonly Breach[] {
  const used = new Set<Exception>();
  const breaches = [...paths]
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const file = basename(path).replace(/\.tsx?$/, '');
      const declared = [{ name: file.replaceAll(/[.-]/g, '_'), start: 0 }, ...declaredNames(path, text)];
      return declared.flatMap(({ name, start }): Breach[] => {
        const word = wordsOf(name).find((each) => privateWords.has(each));
        if (word === undefined) return [];
        const allowed = allowedNames.filter((each) => each.names.includes(name) && each.paths.test(path));
        for (const each of allowed) used.add(each);
        if (allowed.length > 0) return [];
        const line = text.slice(0, start).split('\n').length;
        return [{ rule: 'plain-names', path, line, message: `${name}: "${word}" is no term of the field` }];
      });
    });
  const spare = allowedNames.filter((each) => !used.has(each));
  return [
    ...breaches,
    ...spare.map(({ names, why }) => ({
      rule: 'plain-names',
      path: 'tools/rules/plain-names.ts',
      line: 1,
      message: `the exception for ${names.join(', ')} (${why}) is not needed any more`,
    })),
  ];
}
