/**
 * An SVG whose style sheets are written into the `style` of its elements. Pure. For drawings as the product stores them: written
 * anew, with names, classes and ids in plain quotes. Selectors are elements, classes and ids, below and right below one another;
 * a rule with any other selector is left out, as printers without sheets would.
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

/** `path` = the element and all that it lies in, itself last. */
function fits(parts: readonly Simple[], path: readonly Element[]): boolean {
  const [last, element] = [parts.at(-1), path.at(-1)];
  if (!last) return true;
  if (!element || !isOf(last, element)) return false;
  const [others, above] = [parts.slice(0, -1), path.slice(0, -1)];
  if (others.length === 0) return true;
  if (last.by === '>') return fits(others, above);
  return above.some((_, i) => fits(others, above.slice(0, i + 1)));
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
  const ordered = rules.toSorted((a, b) => a.weight - b.weight);
  const path: Element[] = [];
  return bare.replace(
    /<(\/?)([a-zA-Z][\w-]*)((?:\s[^<>]*?)?)(\/?)>/g,
    (tag, closing: string, name: string, attributes: string, empty: string) => {
      if (closing) {
        path.pop();
        return tag;
      }
      const classes = attribute(attributes, 'class').split(/\s+/).filter(Boolean);
      path.push({ name, id: attribute(attributes, 'id'), classes });
      const ownStyle = attribute(attributes, 'style');
      const styles = [...ordered.filter(({ parts }) => fits(parts, path)).map(({ style }) => style), ownStyle].filter(
        Boolean,
      );
      if (empty) path.pop();
      if (styles.length === 0) return tag;
      const others = attributes.replace(/\sstyle="[^"]*"/, '');
      return `<${name}${others} style="${styles.join(';')}"${empty}>`;
    },
  );
}
