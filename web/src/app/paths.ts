import { generatePath } from 'react-router';
import { type PageName, pages } from './pages.ts';

/** The names that a path asks for: `'projectId' | 'structureId'`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Next}`
    ? Name | NamesIn<Next>
    : Rest
  : never;
type NamesOf<N extends PageName> = NamesIn<(typeof pages)[N]['path']>;

/** Pages that ask for a project and nothing else. */
export type ProjectPageName = {
  [N in PageName]: [NamesOf<N>] extends [never] ? never : [NamesOf<N>] extends ['projectId'] ? N : never;
}[PageName];

type Place<N extends PageName> = Readonly<Record<NamesOf<N>, string | number>>;
type Search = Readonly<Record<string, string | number | undefined>>;
type Given<N extends PageName> = [NamesOf<N>] extends [never]
  ? [place?: Readonly<Record<string, never>>, search?: Search]
  : [place: Place<N>, search?: Search];

/** The address of a page: `to('DataView', { projectId: 3 }, { point: 17 })`. What its path asks for must be given. */
export function to<N extends PageName>(name: N, ...[place = {}, search = {}]: Given<N>): string {
  const params = Object.entries<string | number>(place).map(([key, value]) => [key, String(value)]);
  const path = generatePath(pages[name].path as string, Object.fromEntries(params));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) if (value !== undefined) query.set(key, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
