/** What is wrong with the words of a pack, compared with the words that they stand for. Pure. */
import { maxPackProblems, type packFaults } from '@plumbline/contract/platform/language-packs';

type Fault = (typeof packFaults)[number];
export interface PackProblem {
  readonly key: string;
  readonly fault: Fault;
}

/** `{{name}}`, with what a format says after a comma left out; and `$t(key)`, by which one text is put into another. */
const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*-?\s*([\w.]+)[^}]*\}\}|\$t\(([^)]*)\)/g)].map(
    ([, name, nested]) => name ?? `$t(${nested})`,
  );
/** Tags and entities: texts are shown as they are, and no pack brings markup of its own. */
const markupIn = (text: string): string[] => text.match(/<\/?[a-z\d!][^>]*>?|&(?:#\w+|[a-z]+);|javascript:/gi) ?? [];

/** A placeholder may come in another place, or more than once, and none may be new or left out. */
const sameSet = (left: readonly string[], right: readonly string[]): boolean => {
  const [a, b] = [new Set(left), new Set(right)];
  return a.size === b.size && [...a].every((each) => b.has(each));
};

function faultOf(from: string | undefined, to: string): Fault | null {
  if (from === undefined) return 'unknownKey';
  if (!sameSet(placeholdersIn(from), placeholdersIn(to))) return 'placeholders';
  if (/\{\{|\}\}/.test(to.replace(/\{\{\s*-?\s*[\w.]+[^{}]*\}\}/g, ''))) return 'placeholders';
  const allowed = new Set(markupIn(from));
  if (markupIn(to).some((each) => !allowed.has(each))) return 'markup';
  return to.length > 200 + from.length * 6 ? 'tooLong' : null;
}

/** The translated words, and what is wrong with any: at most a hundred problems. Empty ones are not translated yet. */
export function checkPack(
  originals: ReadonlyMap<string, string>,
  words: Readonly<Record<string, { readonly to: string }>>,
): { readonly translated: Readonly<Record<string, string>>; readonly problems: readonly PackProblem[] } {
  const problems: PackProblem[] = [];
  const translated: Record<string, string> = {};
  for (const [key, { to }] of Object.entries(words)) {
    const fault = !originals.has(key) ? 'unknownKey' : to.trim() === '' ? null : faultOf(originals.get(key), to);
    if (fault !== null) problems.push({ key, fault });
    else if (to.trim() !== '') translated[key] = to;
    if (problems.length >= maxPackProblems) break;
  }
  return { translated, problems };
}
