/**
 * The component library's styles stand in a file (main.tsx), and the theme says so (`zeroRuntime`, antd.ts). What would
 * write them at run time, a third of the library's code, and the styles of components that no page uses are left out
 * here. Breaks the build where the library no longer looks like this, or where a page begins to use such a component.
 */
import type { Plugin } from 'vite';
import { callsIn, type Node, replaced } from './syntax.ts';

/** What the library makes its styles by: their second argument is the function that writes them. */
const makers = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

const zeroRuntimeTest = 'if (memoizedZeroRuntime)';

/** The library's makers of styles without what they would write: only the values of a theme are asked of them. */
export const styleless: Plugin = {
  name: 'styleless',
  apply: 'build',
  enforce: 'pre',
  transform(code, path) {
    if (/\/@ant-design\/cssinjs-utils\/es\/util\/genStyleUtils\.js$/.test(path)) {
      if (!code.includes(zeroRuntimeTest))
        throw new Error('styleless: the library asks for zeroRuntime in another way');
      return code.replace(zeroRuntimeTest, 'if (true)');
    }
    // The icons' own: in the file as well.
    if (/\/antd\/es\/theme\/util\/useResetIconStyle\.js$/.test(path)) return 'export default () => undefined;';
    if (!/\/antd\/es\/.*\/style(?:\/[^/]+)?\.js$/.test(path)) return null;
    const writers = callsIn(this.parse(code) as Node, makers).flatMap((call) => call.arguments.slice(1, 2));
    return replaced(code, writers, '() => ({})');
  },
};

/** Folders of the library whose components no page shows. Their classes begin with the same name. */
const unused = [
  'affix',
  'anchor',
  'avatar',
  'badge',
  'carousel',
  'collapse',
  'color-picker',
  'descriptions',
  'float-button',
  'image',
  'list',
  'listy',
  'masonry',
  'mentions',
  'message',
  'notification',
  'popconfirm',
  'progress',
  'qrcode',
  'rate',
  'result',
  'splitter',
  'statistic',
  'steps',
  'tag',
  'timeline',
  'tour',
  'transfer',
  'typography',
  'upload',
];
const ofUnused = new RegExp(`\\.ant-(?:${unused.join('|')})(?![a-z0-9])`);

/** The library's file of styles without those of components that no page shows. */
export const usedStyles: Plugin = {
  name: 'used-styles',
  apply: 'build',
  enforce: 'pre',
  transform(code, path) {
    return path.endsWith('/antd/dist/antd.css') ? rulesWithout(code, ofUnused) : null;
  },
  generateBundle(_, bundle) {
    const shown = Object.values(bundle).flatMap((chunk) =>
      chunk.type === 'chunk'
        ? Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        : [],
    );
    for (const [id] of shown) {
      const folder = /\/antd\/es\/([^/]+)\/style\//.exec(id)?.[1] ?? '';
      if (unused.includes(folder)) this.error(`used-styles: ${folder} is shown, and its styles are left out`);
    }
  },
};

/** CSS without the selectors that match, and the rules that have no other. The file holds rules and @ blocks of rules. */
export function rulesWithout(css: string, matched: RegExp): string {
  const rules: string[] = [];
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    const head = css.slice(at, open).trim();
    const end = endOf(css, open);
    const body = css.slice(open + 1, end);
    if (head.startsWith('@')) {
      const inside = /^@(?:media|supports|layer|container)/.test(head) ? rulesWithout(body, matched) : body;
      if (inside !== '') rules.push(`${head}{${inside}}`);
    } else {
      const selectors = selectorsOf(head).filter((selector) => !matched.test(selector));
      if (selectors.length > 0) rules.push(`${selectors.join(',')}{${body}}`);
    }
    at = end + 1;
  }
  return rules.join('');
}

/** Where the block ends that opens at `open`. */
function endOf(css: string, open: number): number {
  let depth = 0;
  for (let i = open; i < css.length; i++) {
    if (css[i] === '{') depth++;
    if (css[i] === '}' && --depth === 0) return i;
  }
  throw new Error('used-styles: a block of the library is never closed');
}

/** The parts between commas, but for commas within brackets. */
function selectorsOf(head: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < head.length; i++) {
    if ('(['.includes(head.charAt(i))) depth++;
    if (')]'.includes(head.charAt(i))) depth--;
    if (head[i] === ',' && depth === 0) {
      parts.push(head.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, head.slice(from)];
}
