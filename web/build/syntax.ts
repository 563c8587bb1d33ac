/** The little of a syntax tree (ESTree) that the build looks at. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
export interface Call extends Node {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly Node[];
}
export interface Property extends Node {
  readonly key: { readonly name?: string };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isCall = (node: Node): node is Call => node.type === 'CallExpression';

/** The calls of functions of these names, in their order; not those within a call that was found. */
export function callsIn(node: Node, names: ReadonlySet<string>): readonly Call[] {
  if (isCall(node) && names.has(node.callee.name ?? '')) return [node];
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => callsIn(child, names));
}

/** The properties of an object that is written as one. */
export const propertiesOf = (node: Node | undefined): readonly Property[] =>
  node?.type === 'ObjectExpression'
    ? (node as Node & { readonly properties: readonly Property[] }).properties.filter(({ type }) => type === 'Property')
    : [];

/** The text with something else in these places, which follow one another. */
export const replaced = (text: string, places: readonly Node[], by: string): string =>
  places.reduceRight((done, { start, end }) => `${done.slice(0, start)}${by}${done.slice(end)}`, text);
