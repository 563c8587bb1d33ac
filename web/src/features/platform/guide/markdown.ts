/**
 * The Markdown that the guide is written in: headings, paragraphs, lists, tables, blocks of code, pictures, links, code and
 * bold words. Pure: text in, blocks out; anything else stays text, and nothing becomes HTML.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  /** `text` says what it shows, `name` is that of its file: each language has one of its own. */
  | { readonly kind: 'picture'; readonly text: string; readonly name: string }
  | { readonly kind: 'table'; readonly heading: readonly string[]; readonly rows: readonly (readonly string[])[] };
export type Inline =
  | { readonly kind: 'text' | 'code' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

const item = /^(-|\d+\.) (.*)$/;
const picture = /^!\[([^\]]+)\]\(\S*\/([\w-]+)\.webp\)$/;
const startsBlock = (line: string): boolean => /^(#{2,3} |```|\||(-|\d+\.) )/.test(line) || picture.test(line);

export function blocksOf(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  /** Takes the lines from here that `belongs` to one block. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at] ?? '')) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') at++;
    else if (line.startsWith('```')) {
      at++;
      blocks.push({ kind: 'code', text: take((each) => !each.startsWith('```')).join('\n') });
      at++;
    } else if (/^#{2,3} /.test(line)) {
      at++;
      blocks.push({ kind: 'heading', level: line.startsWith('###') ? 3 : 2, text: line.replace(/^#+ /, '') });
    } else if (picture.test(line)) {
      at++;
      const [, words = '', name = ''] = picture.exec(line) ?? [];
      blocks.push({ kind: 'picture', text: words, name });
    } else if (line.startsWith('|')) blocks.push(tableOf(take((each) => each.startsWith('|'))));
    else if (item.test(line)) blocks.push(listOf(take((each) => item.test(each) || /^ +\S/.test(each))));
    else {
      at++;
      const lines = take((each) => each.trim() !== '' && !startsBlock(each));
      if (!line.startsWith('<!--')) blocks.push({ kind: 'paragraph', text: joined([line, ...lines]) });
    }
  }
  return blocks;
}

/** Lines as one: between words goes a space, between Chinese characters none. */
const joined = (lines: readonly string[]): string =>
  lines.reduce(
    (text, line) =>
      text +
      (/[\u3000-\u9fff\uff00-\uffef]$/.test(text) && /^[\u3000-\u9fff\uff00-\uffef]/.test(line) ? '' : ' ') +
      line,
  );

function listOf(lines: readonly string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const [, , begun] = item.exec(line) ?? [];
    if (begun !== undefined) items.push(begun);
    else items.push(joined([items.pop() ?? '', line.trim()]));
  }
  return { kind: 'list', ordered: !lines[0]?.startsWith('-'), items };
}

/** A bar within code, written `\|`, is none of the table's. */
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function tableOf(lines: readonly string[]): Block {
  const [heading = '', , ...rows] = lines;
  return { kind: 'table', heading: cellsOf(heading), rows: rows.map(cellsOf) };
}

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** The parts of a line of text. */
export function inlineOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    const [matched, code, bold, slanted, words, target] = match;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (words !== undefined && target !== undefined) parts.push({ kind: 'link', text: words, to: target });
    else parts.push({ kind: 'bold', text: bold ?? slanted ?? '' });
    from = match.index + matched.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** Returns the anchor of a heading, as in links of the guide: `#the-security-log`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

/** Where a link within the guide leads: a page of any wing (empty = this one) and one of its headings. Null = out of the guide. */
export function guideLink(target: string): { readonly name: string; readonly at: string | undefined } | null {
  const [, name, at] = /^(?:(?:(?:\.\.\/)?[\w-]+\/)?([\w-]+)\.md)?(?:#([\p{L}\p{N}_-]+))?$/u.exec(target) ?? [];
  return name === undefined && at === undefined ? null : { name: name ?? '', at };
}
