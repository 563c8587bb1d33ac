/**
 * Functions too long to read at once. One above the limit is cut into parts that one can name, or says why it is better
 * whole: a comment before it that begins a sentence with "Long because".
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { type Breach, isTest } from './import-rules.ts';

/** Lines of a function, its head and its end included. */
export const maxFunctionLines = 60;

export interface FunctionSize {
  readonly path: string;
  readonly name: string;
  /** Of its first line, from 1. */
  readonly line: number;
  readonly lines: number;
  /** True when the comment before it says why it is long. */
  readonly hasReason: boolean;
}

/** Every function of a module with its length in lines, named where it has a name. */
export function functionsOf(path: string, text: string): FunctionSize[] {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)];
  const lineAt = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1;
  const { program, comments } = parseSync(path, text);
  const reasons = comments.filter((comment) => /\bLong because\b/.test(comment.value)).map(({ end }) => lineAt(end));
  const sizes: FunctionSize[] = [];
  const measure = (node: { readonly start: number; readonly end: number }, name: string): void => {
    const line = lineAt(node.start);
    const hasReason = reasons.some((end) => end <= line && line - end <= 2);
    sizes.push({ path, name, line, lines: lineAt(node.end) - line + 1, hasReason });
  };
  new Visitor({
    FunctionDeclaration: (node) => measure(node, node.id?.name ?? 'function'),
    FunctionExpression: (node) => measure(node, node.id?.name ?? 'function'),
    ArrowFunctionExpression: (node) => measure(node, 'arrow'),
  }).visit(program);
  return sizes;
}

/** Functions of the product above the limit that give no reason; longest first. */
export function findLongFunctions(root: string, paths: Iterable<string>): Breach[] {
  return [...paths]
    .filter((path) => !isTest(path) && /^(contract|science|server|web)\/.*\.tsx?$/.test(path))
    .flatMap((path) => functionsOf(path, readFileSync(join(root, path), 'utf8')))
    .filter(({ lines, hasReason }) => lines > maxFunctionLines && !hasReason)
    .sort((a, b) => b.lines - a.lines)
    .map(({ path, name, line, lines }) => ({
      rule: 'long-functions',
      path,
      line,
      message: `${name} has ${lines} lines; above ${maxFunctionLines} a comment before it begins "Long because"`,
    }));
}
