/**
 * An SVG whose style sheets are written into the `style` of its elements. Pure. For drawings as the product stores them: written
 * anew, with names, classes and ids in plain quotes. Selectors are elements, classes and ids, below and right below one another;
 * a rule with any other selector is left out, as printers without sheets would. What lies beyond `maxComparisons` and `maxAdded` stays as it is.
 */

interface Element {
  readonly name: string;
  readonly id: string;
  readonly classes: readonly string[];
}
interface Simple {
  readonly name: string;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  /** How it hangs together with the part before it. */
  readonly by: ' ' | '>';
}
interface Rule {
  readonly parts: readonly Simple[];
  readonly weight: number;
  readonly style: string;
}

/** Comparisons of an element with a part of a selector: a drawing of a hundred thousand elements needs a few each. */
const maxComparisons = 2_000_000;
/** Characters of style that are written into elements. */
const maxAdded = 20_000_000;

const simplePattern = /^(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)$/;

/** The parts of a selector; null = it is none that is read here. */
function partsOf(selector: string): Simple[] | null {
  const parts: Simple[] = [];
  let by: Simple['by'] = ' ';
  for (const word of selector.replaceAll('>', ' > ').trim().split(/\s+/)) {
    if (word === '>') {
      by = '>';
      continue;
    }
    const [selected, name = '*', marks = ''] = simplePattern.exec(word) ?? [];
    if (!selected) return null;
    const marked = (sign: string) =>
      [...marks.matchAll(/[.#][\w-]+/g)].flatMap(([each]) => (each[0] === sign ? [each.slice(1)] : []));
    parts.push({ name, ids: marked('#'), classes: marked('.'), by });
    by = ' ';
  }
  return parts;
}

const weightOf = (parts: readonly Simple[]): number =>
  parts.reduce(
    (sum, { ids, classes, name }) => sum + ids.length * 10_000 + classes.length * 100 + (name === '*' ? 0 : 1),
    0,
  );

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function rulesOf(sheet: string): Rule[] {
  return [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', style = '']) =>
    selectors.split(',').flatMap((selector) => {
      const parts = partsOf(selector);
      return parts ? [{ parts, weight: weightOf(parts), style: escaped(style.trim().replace(/;$/, '')) }] : [];
    }),
  );
}

const isOf = ({ name, ids, classes }: Simple, element: Element): boolean =>
  (name === '*' || name === element.name) &&
  ids.every((id) => id === element.id) &&
  classes.every((each) => element.classes.includes(each));

/** A part of a selector, in the order of the rules. */
interface Part extends Simple {
  /** Its place among all parts. */
  readonly place: number;
  readonly isFirst: boolean;
  /** The style of the rule where this is its last part. */
  readonly style: string | null;
}

/** By what an element can be compared with a part at all: its most particular mark. */
const keyOf = ({ name, ids: [id], classes: [first] }: Simple): string =>
  id !== undefined ? `#${id}` : first !== undefined ? `.${first}` : name;

/** Which rules apply to each element, as one walks through a drawing; the work is what elements and parts have in common. */
class Walk {
  readonly #parts: ReadonlyMap<string, Part[]>;
  /** How many open elements each part ends at. */
  readonly #open: Int32Array;
  /** Places of the parts that end at each open element, from the outermost. */
  readonly #path: ReadonlySet<number>[] = [];
  #comparisons = 0;
  #added = 0;

  constructor(rules: readonly Rule[]) {
    let place = 0;
    const parts = rules.flatMap(({ parts: all, style }) =>
      all.map((part, i) => ({
        ...part,
        place: place++,
        isFirst: i === 0,
        style: i === all.length - 1 ? style : null,
      })),
    );
    this.#parts = Map.groupBy(parts, keyOf);
    this.#open = new Int32Array(parts.length);
  }

  /** Goes into an element; returns the styles of its rules, the weakest first. */
  enter(element: Element): string[] {
    const above = this.#path.at(-1) ?? new Set();
    const isWithin = this.#comparisons <= maxComparisons && this.#added <= maxAdded;
    if (!isWithin) {
      this.#path.push(new Set());
      return [];
    }
    const keys = [`#${element.id}`, ...element.classes.map((each) => `.${each}`), element.name, '*'];
    const candidates = [...new Set(keys)].flatMap((key) => this.#parts.get(key) ?? []);
    this.#comparisons += candidates.length + 1;
    const ending = candidates.filter((part) => isOf(part, element) && this.#follows(part, above));
    for (const { place } of ending) this.#open[place] = (this.#open[place] ?? 0) + 1;
    this.#path.push(new Set(ending.map(({ place }) => place)));
    const styles = ending.toSorted((a, b) => a.place - b.place).flatMap(({ style }) => (style === null ? [] : [style]));
    for (const style of styles) this.#added += style.length;
    return styles;
  }

  leave(): void {
    for (const place of this.#path.pop() ?? []) this.#open[place] = (this.#open[place] ?? 0) - 1;
  }

  #follows({ place, isFirst, by }: Part, above: ReadonlySet<number>): boolean {
    if (isFirst) return true;
    return by === '>' ? above.has(place - 1) : (this.#open[place - 1] ?? 0) > 0;
  }
}

const attribute = (attributes: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';

export function inlinedStyles(svg: string): string {
  const sheets: string[] = [];
  const bare = svg.replace(/<style>([^<]*)<\/style>/g, (_, sheet: string) => {
    sheets.push(unescaped(sheet));
    return '';
  });
  const rules = sheets.flatMap(rulesOf);
  if (rules.length === 0) return bare;
  const walk = new Walk(rules.toSorted((a, b) => a.weight - b.weight));
  return bare.replace(
    /<(\/?)([a-zA-Z][\w-]*)((?:\s[^<>]*?)?)(\/?)>/g,
    (tag, closing: string, name: string, attributes: string, empty: string) => {
      if (closing) {
        walk.leave();
        return tag;
      }
      const classes = attribute(attributes, 'class').split(/\s+/).filter(Boolean);
      const applied = walk.enter({ name, id: attribute(attributes, 'id'), classes });
      if (empty) walk.leave();
      const styles = [...applied, attribute(attributes, 'style')].filter(Boolean);
      if (applied.length === 0) return tag;
      const others = attributes.replace(/\sstyle="[^"]*"/, '');
      return `<${name}${others} style="${styles.join(';')}"${empty}>`;
    },
  );
}
