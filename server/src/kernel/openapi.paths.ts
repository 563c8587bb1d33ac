/** Addresses of operations as OpenAPI names them: one template for all paths that differ by the names in them alone. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { nameInPath, namesIn, type Parameter } from './openapi.ts';

export const shapeOf = (path: string) => path.replace(nameInPath, '{}');

/**
 * By shape, one template for all paths that differ by the names in them alone: OpenAPI has them as one path. Where routes
 * name the same place differently (`deviceId`, `sncode`), the document names it by both.
 */
export function templatesOf(paths: readonly string[]): Map<string, string> {
  const names = new Map<string, Set<string>[]>();
  for (const path of paths) {
    const shapeNames = names.get(shapeOf(path)) ?? namesIn(path).map(() => new Set<string>());
    for (const [place, name] of namesIn(path).entries()) elementAt(shapeNames, place).add(name);
    names.set(shapeOf(path), shapeNames);
  }
  const joined = ([first = '', ...others]: readonly string[]) =>
    first + others.map((name) => `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`).join('');
  return new Map(
    [...names].map(([shape, places]) => {
      let place = 0;
      return [shape, shape.replaceAll('{}', () => `{${joined([...elementAt(places, place++)].sort())}}`)];
    }),
  );
}

/** The parameters of a route as the template of its path names them. */
export function renamed(parameters: readonly Parameter[], path: string, template: string): Parameter[] {
  const ownName = namesIn(path);
  const shared = namesIn(template);
  return parameters.map((each) =>
    each.in === 'path' ? { ...each, name: shared[ownName.indexOf(each.name)] ?? each.name } : each,
  );
}
