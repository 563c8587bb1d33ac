/** Style sheets and `style` attributes of an SVG, as far as they set how something is drawn. Pure. */
import { properties } from './svg-names.ts';

/** A value that names an element of the same file, and nothing else that is fetched or run. */
const localReference = /^url\(\s*(['"]?)#([^'")\s]+)\1\s*\)(?:\s+[\w#(),.\s-]*)?$/;
const fetching = /url\(|image-set|image\(|src\(|element\(|paint\(|cross-fade|expression|javascript:|attr\(|var\(/i;

/** The id that a value refers to; null = it refers to none; false = it may not be taken. */
export function referenceIn(value: string): string | null | false {
  if (/[\\<>]/.test(value)) return false;
  if (!fetching.test(value)) return null;
  return localReference.exec(value.trim())?.[2] ?? false;
}

export interface Declaration {
  readonly text: string;
  /** The id of the element that it draws with. */
  readonly reference: string | null;
}
export interface Rule {
  readonly selector: string;
  readonly declarations: readonly Declaration[];
}

/** `fill:red; behavior:url(x)` as `fill:red`, and how much was left out. */
export function readDeclarations(text: string): { readonly declarations: Declaration[]; readonly leftOut: number } {
  const declarations: Declaration[] = [];
  let leftOut = 0;
  for (const each of text.replace(/\/\*[\s\S]*?\*\//g, '').split(';')) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([\s\S]*?)\s*$/.exec(each) ?? [];
    const reference = referenceIn(value);
    if (reference === false) leftOut++;
    else if (properties.has(name.toLowerCase()) && value !== '' && !/[{}@]/.test(value))
      declarations.push({ text: `${name}:${value}`, reference });
  }
  return { declarations, leftOut };
}

/** The plain rules of a sheet; what begins with `@` is left out with all that is in it. */
export function readSheet(text: string): { readonly rules: Rule[]; readonly leftOut: number } {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/<!--|-->/g, '');
  if (/[\\<]/.test(plain)) return { rules: [], leftOut: 1 };
  let leftOut = 0;
  const withoutRules = plain.replace(/@[^;{}]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})/g, () => {
    leftOut++;
    return '';
  });
  const rules: Rule[] = [];
  for (const [, selector = '', body = ''] of withoutRules.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const read = readDeclarations(body);
    leftOut += read.leftOut;
    if (/^[\w\s.#,:*>+~()[\]="'-]+$/.test(selector))
      rules.push({ selector: selector.trim(), declarations: read.declarations });
  }
  return { rules, leftOut };
}

/** The classes that a selector stands for; null = it stands for something else too. */
export function classesOf(selector: string): string[] | null {
  const all = selector.split(',').map((each) => /^\s*\.([\w-]+)\s*$/.exec(each)?.[1]);
  return all.every((each) => each !== undefined) ? (all as string[]) : null;
}
