/** Modules that import themselves by way of others: the strongly connected parts of the house (Tarjan 1972). */
import type { Module } from './modules.ts';

/**
 * One closed walk for each knot of modules, beginning and ending with the same one. Imports of types count as well,
 * and so does what is loaded later (`import()`, globs): a reader follows it all the same.
 */
export function circlesOf(modules: ReadonlyMap<string, Module>): string[][] {
  const next = (path: string) =>
    (modules.get(path)?.imports ?? []).filter((each) => modules.has(each.to)).map((each) => each.to);
  return knotsOf([...modules.keys()], next)
    .filter((knot) => knot.length > 1 || next(knot[0] ?? '').includes(knot[0] ?? ''))
    .map((knot) => walkOf(new Set(knot), next));
}

function knotsOf(paths: readonly string[], next: (path: string) => readonly string[]): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const knots: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    stack.push(path);
    onStack.add(path);
    for (const to of next(path)) {
      if (!order.has(to)) visit(to);
      else if (!onStack.has(to)) continue;
      lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(to) ?? 0));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const knot = stack.splice(stack.indexOf(path));
    for (const each of knot) onStack.delete(each);
    knots.push(knot);
  };
  for (const path of paths) if (!order.has(path)) visit(path);
  return knots;
}

/** The shortest way inside a knot from its first module back to it. */
function walkOf(knot: ReadonlySet<string>, next: (path: string) => readonly string[]): string[] {
  const [first = ''] = [...knot].sort();
  const walks: string[][] = [[first]];
  const reached = new Set<string>();
  for (const walk of walks) {
    for (const to of next(walk.at(-1) ?? '')) {
      if (to === first) return [...walk, first];
      if (!knot.has(to) || reached.has(to)) continue;
      reached.add(to);
      walks.push([...walk, to]);
    }
  }
  return [first];
}
