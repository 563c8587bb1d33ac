/**
 * Three-valued logic (Kleene's strong logic of indeterminacy): true, false, and null = unknown. What is unknown is never
 * treated as false: a group is false only where no value of its unknown parts could make it true.
 * Source: S. C. Kleene, Introduction to Metamathematics (1952), section 64.
 */
export type Truth = boolean | null;

/** Groups that lie deeper in each other than this nobody reads right. */
export const deepestGroup = 3;

/** A group over terms: all of them, any of them, or at least `count` of them. A leaf names a term by its place in the list. */
export type Tree =
  | { readonly term: number }
  | { readonly all: readonly Tree[] }
  | { readonly any: readonly Tree[] }
  | { readonly count: number; readonly of: readonly Tree[] };

/**
 * At least `count` of the parts are true. True when that many are; false when even with all unknown ones it were fewer;
 * else unknown. All of n is n of n, any is 1 of n.
 */
export function reachesCount(count: number, parts: readonly Truth[]): Truth {
  const trueCount = parts.filter((each) => each === true).length;
  if (trueCount >= count) return true;
  const unknownCount = parts.filter((each) => each === null).length;
  return trueCount + unknownCount < count ? false : null;
}

/** The truth of a tree over the truths of its terms, by place. */
export function truthOf(tree: Tree, terms: readonly Truth[]): Truth {
  if ('term' in tree) return terms[tree.term] ?? null;
  const [count, parts] = partsOf(tree);
  return reachesCount(
    count,
    parts.map((each) => truthOf(each, terms)),
  );
}

/** How many of the parts must be true, and the parts. */
function partsOf(tree: Exclude<Tree, { readonly term: number }>): readonly [number, readonly Tree[]] {
  if ('all' in tree) return [tree.all.length, tree.all];
  if ('any' in tree) return [1, tree.any];
  return [tree.count, tree.of];
}

/** The places of the terms in a tree, in order. */
export function termsIn(tree: Tree): number[] {
  return 'term' in tree ? [tree.term] : partsOf(tree)[1].flatMap(termsIn);
}

/** Returns whether groups lie deeper in each other than `deepestGroup`. */
export const isTooDeep = (tree: Tree, depth = 0): boolean =>
  depth > deepestGroup || (!('term' in tree) && partsOf(tree)[1].some((each) => isTooDeep(each, depth + 1)));
