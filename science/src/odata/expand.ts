/**
 * What `$select` and `$expand` ask for, as it is written: names of properties, and relations with options of their own.
 * Pure; what cannot be read is an OptionFault.
 */
import { type Model, navOf } from './model.ts';
import { OptionFault } from './tokens.ts';

/** The properties, relations and control information that are to be shown. */
export function selectedIn<S extends string>(model: Model<S>, text: string, set: S): Set<string> {
  const { controlPrefix, sets } = model;
  const control = ['id', 'selfLink'];
  return new Set(
    text.split(',').map((part) => {
      const name = part.trim();
      const option = control.find((each) => name === each || name === `${controlPrefix}${each}`);
      if (option !== undefined) return `${controlPrefix}${option}`;
      if (!sets[set].properties.includes(name) && !navOf(model, set, name))
        throw new OptionFault(`${set} have no property "${name}" to select`);
      return name;
    }),
  );
}

/** The relations of an `$expand` in their order, each with its options by name. */
export function expansionsIn(text: string): Map<string, Record<string, string>> {
  const byNav = new Map<string, Record<string, string>>();
  for (const item of splitAt(text, ',')) {
    const [, path, options] = /^\s*([A-Za-z/]+)\s*(?:\((.*)\))?\s*$/s.exec(item) ?? [];
    const [nav, ...further] = path?.split('/') ?? [];
    if (nav === undefined) throw new OptionFault(`"${item.trim().slice(0, 60)}" is no relation with options`);
    const written = options === undefined ? {} : optionsIn(options);
    // A/B(...) is the short form of A($expand=B(...)).
    const optionsHere =
      further.length === 0 ? written : { $expand: further.join('/') + (options === undefined ? '' : `(${options})`) };
    byNav.set(nav, merged(byNav.get(nav), optionsHere, nav));
  }
  return byNav;
}

/** The same relation twice, as in `A/B,A/C`: the expansions add up, anything else may be given once. */
function merged(option: Record<string, string> | undefined, more: Record<string, string>, nav: string) {
  if (!option) return more;
  for (const name of Object.keys(more))
    if (name !== '$expand' && name in option) throw new OptionFault(`${nav} says ${name} twice`);
  const expand = [option['$expand'], more['$expand']].filter((each) => each !== undefined).join(',');
  return { ...option, ...more, ...(expand !== '' && { $expand: expand }) };
}

const nestable = ['$filter', '$orderby', '$top', '$skip', '$count', '$select', '$expand'];

function optionsIn(text: string): Record<string, string> {
  const written: Record<string, string> = {};
  for (const part of splitAt(text, ';')) {
    if (part.trim() === '') continue;
    const [, name, value] = /^\s*(\$\w+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
    if (name === undefined || value === undefined || !nestable.includes(name))
      throw new OptionFault(`"${part.trim().slice(0, 60)}" is no option of an $expand`);
    if (name in written) throw new OptionFault(`${name} is said twice`);
    if (name === '$count' && value !== 'true' && value !== 'false') throw new OptionFault('$count is true or false');
    if (value === '') throw new OptionFault(`${name} is empty`);
    written[name] = value;
  }
  return written;
}

/** The parts between separators outside of parentheses and quotes. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
    if (depth < 0) throw new OptionFault('A parenthesis closes nothing', i);
  }
  if (depth !== 0 || quoted) throw new OptionFault('A parenthesis or quote is not closed');
  return [...parts, text.slice(start)];
}
