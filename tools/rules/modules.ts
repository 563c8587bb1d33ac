/**
 * The modules of the house and what each imports and exports, read by the parser that also bundles the web app. Types
 * count as much as values: a rule that `import type` could pass would be no rule.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** A file of the house by its path from the root, or a package (`kysely`, `@scope/name`, `node:fs`). */
  readonly to: string;
  /** Names taken; `*` = all, or unknown which. */
  readonly names: ReadonlySet<string>;
  readonly isType: boolean;
  /** Written as `import()` or gathered by a glob: loaded later, or wired by the application. */
  readonly isLoose: boolean;
  readonly line: number;
}

export interface Export {
  readonly name: string;
  readonly isType: boolean;
  readonly line: number;
  /** True when the module itself uses what it exports. */
  readonly usedHere: boolean;
}

export interface Module {
  /** From the root, with slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** Lines that make code out of text or import by a name known only at run time. */
  readonly opaque: readonly { readonly line: number; readonly what: string }[];
  /** Lines with a React `key` made of an answer or of the time it came. */
  readonly fetchedKeys: readonly { readonly line: number; readonly what: string }[];
  /** Lines that have a query asked again by the clock. */
  readonly polls: readonly number[];
}

const packages = ['contract', 'science', 'server', 'web', 'tools', 'e2e', 'bench'];
const skipped = new Set(['node_modules', 'dist', 'data', 'public']);

/** Every module under the root, by path. Throws an Error that names the file when one cannot be parsed. */
export function readModules(root: string): ReadonlyMap<string, Module> {
  const found = new Map<string, Module>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) walk(path);
      } else if (/\.(tsx?|[cm]?js)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) {
        found.set(path, readModule(root, path));
      }
    }
  };
  const present = new Set(readdirSync(root));
  for (const folder of packages) if (present.has(folder)) walk(folder);
  return found;
}

/** Where a specifier leads: workspaces by their `exports`, relative ones as files, the rest as packages. */
function resolve(from: string, specifier: string): string {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return join(dirname(from), plain);
  const own = /^@plumbline\/(\w+)\/(.+)$/.exec(plain);
  if (own) return own[1] === 'tools' ? `tools/${own[2]}.ts` : `${own[1]}/src/${own[2]}.ts`;
  if (plain.startsWith('node:')) return plain;
  return plain.split('/', plain.startsWith('@') ? 2 : 1).join('/');
}

interface Named {
  readonly type: string;
  readonly name?: string;
}

function readModule(root: string, path: string): Module {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, module, errors } = parseSync(path, text);
  const failed = errors[0];
  if (failed) throw new Error(`${path}: ${failed.message}`);
  const starts = [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)];
  const lineAt = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1;

  /** How often each name stands in the file, and which members of it are asked for. */
  const occurrences = new Map<string, number>();
  const members = new Map<string, string[]>();
  const count = (name: string) => occurrences.set(name, (occurrences.get(name) ?? 0) + 1);
  const member = (owner: Named, name: string | undefined) => {
    if (owner.name && name) members.set(owner.name, [...(members.get(owner.name) ?? []), name]);
  };
  const imports: Import[] = [];
  const opaque: { line: number; what: string }[] = [];
  const fetchedKeys: { line: number; what: string }[] = [];
  const polls: number[] = [];
  const take = (
    specifier: string,
    offset: number,
    names: readonly string[],
    kind: { isType?: boolean; isLoose?: boolean } = {},
  ) => {
    const { isType = false, isLoose = false } = kind;
    const to = resolve(path, specifier);
    imports.push({ specifier, to, names: new Set(names), isType, isLoose, line: lineAt(offset) });
  };
  const textOf = (node: { type: string } | undefined): string | null => {
    const value = node && 'value' in node ? node.value : null;
    return node?.type === 'Literal' && typeof value === 'string' ? value : null;
  };

  new Visitor({
    Identifier: (node) => count(node.name),
    JSXIdentifier: (node) => count(node.name),
    JSXAttribute: (node) => {
      const [made] =
        node.name.name === 'key'
          ? (/\b(dataUpdatedAt|JSON\.stringify)\b/.exec(text.slice(node.start, node.end)) ?? [])
          : [];
      if (made) fetchedKeys.push({ line: lineAt(node.start), what: made });
    },
    Property: (node) => {
      if (node.key.type === 'Identifier' && node.key.name === 'refetchInterval') polls.push(lineAt(node.start));
    },
    MemberExpression: (node) => {
      if (node.object.type === 'Identifier' && node.property.type === 'Identifier' && !node.computed)
        member(node.object, node.property.name);
    },
    TSQualifiedName: (node) => {
      if (node.left.type === 'Identifier') member(node.left, node.right.name);
    },
    JSXMemberExpression: (node) => {
      if (node.object.type === 'JSXIdentifier') member(node.object, node.property.name);
    },
    ImportExpression: (node) => {
      const specifier = textOf(node.source);
      if (specifier === null) opaque.push({ line: lineAt(node.start), what: 'import() of a computed name' });
      else take(specifier, node.start, ['*'], { isLoose: true });
    },
    TSImportType: (node) => {
      const specifier = textOf(node.source);
      if (specifier !== null) take(specifier, node.start, ['*'], { isType: true });
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type === 'Identifier' && callee.name === 'require') {
        const specifier = textOf(node.arguments[0]);
        if (specifier === null) opaque.push({ line: lineAt(node.start), what: 'require of a computed name' });
        else take(specifier, node.start, ['*']);
      }
      if (callee.type === 'Identifier' && (callee.name === 'eval' || callee.name === 'Function'))
        opaque.push({ line: lineAt(node.start), what: `${callee.name}()` });
      const globbed =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'MetaProperty' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'glob';
      if (!globbed) return;
      const [given] = node.arguments;
      for (const each of given?.type === 'ArrayExpression' ? given.elements : [given]) {
        const pattern = textOf(each ?? undefined);
        const folder = join(root, dirname(path));
        for (const file of pattern === null ? [] : globSync(pattern, { cwd: folder }))
          take(`./${relative(folder, join(folder, file))}`, node.start, ['*'], { isLoose: true });
      }
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Function')
        opaque.push({ line: lineAt(node.start), what: 'new Function()' });
    },
  }).visit(program);

  for (const each of module.staticImports) {
    const names = each.entries.flatMap(({ importName, localName }) => {
      if (importName.kind === 'Default') return ['default'];
      if (importName.kind === 'Name') return [importName.name ?? '*'];
      const accessed = members.get(localName.value) ?? [];
      // The import itself is one mention; any further one that is no `module.name` hands the whole module on.
      return (occurrences.get(localName.value) ?? 0) - 1 > accessed.length ? ['*'] : accessed;
    });
    const isType = each.entries.length > 0 && each.entries.every((entry) => entry.isType);
    take(each.moduleRequest.value, each.start, names, { isType });
  }

  const exported = new Map<string, Export>();
  for (const each of module.staticExports) {
    for (const entry of each.entries) {
      if (entry.moduleRequest)
        take(entry.moduleRequest.value, entry.start, [entry.importName.name ?? '*'], { isType: entry.isType });
      const name = entry.exportName.kind === 'Default' ? 'default' : entry.exportName.name;
      if (name === null || name === undefined) continue;
      const local = entry.localName.name;
      const before = exported.get(name);
      exported.set(name, {
        name,
        isType: entry.isType && before?.isType !== false,
        line: before?.line ?? lineAt(entry.start),
        usedHere: local ? (occurrences.get(local) ?? 0) > (before ? 2 : 1) : false,
      });
    }
  }
  return { path, imports, exports: [...exported.values()], opaque, fetchedKeys, polls };
}
