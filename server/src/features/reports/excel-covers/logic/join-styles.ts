/**
 * The formats of a report's cells behind those of a cover. Those of the cover keep their numbers: its sheets look as they were drawn, widths of
 * columns among it, which are counted in letters of its first font.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { readXmlEvents } from '../../../../kernel/xml-events.ts';
import { localName, mainNames } from './cover-package.ts';
import { type Edit, edited } from './cover-texts.ts';

const lists = ['numFmts', 'fonts', 'fills', 'borders', 'cellXfs'] as const;
type ListName = (typeof lists)[number];

interface List {
  /** Its first tag, and its last, which are one where it is empty. */
  readonly open: { readonly from: number; readonly to: number };
  close: { readonly from: number; readonly to: number };
  readonly items: { readonly text: string; readonly attributes: Readonly<Record<string, string>> }[];
}

/** The lists of a part of styles, with the text of each of their items; `first` = where the first child of the root begins. */
function listsOf(styles: string): { lists: Map<string, List>; first: number } {
  const byName = new Map<string, List>();
  const path: string[] = [];
  let first = -1;
  let item: { from: number; attributes: Readonly<Record<string, string>> } | null = null;
  readXmlEvents(styles, {
    open(tag, attributes, place) {
      path.push(localName(tag));
      if (path.length === 2) {
        if (first < 0) first = place.from;
        byName.set(path[1] ?? '', { open: place, close: place, items: [] });
      }
      if (path.length === 3) item = { from: place.from, attributes };
    },
    close(_, place) {
      const list = byName.get(path[1] ?? '');
      if (path.length === 3 && item && list)
        list.items.push({ text: styles.slice(item.from, place.to), attributes: item.attributes });
      if (path.length === 2 && list) list.close = place;
      path.pop();
    },
  });
  return { lists: byName, first };
}

/** An item of our own, which names its language itself: the lists of a cover may have a prefix. */
const named = (item: string): string => item.replace(/^<([\w]+)/, `<$1 xmlns="${mainNames}"`);
const renumbered = (item: string, name: string, by: (id: number) => number): string =>
  item.replace(new RegExp(`\\b${name}="(\\d+)"`), (_, id: string) => `${name}="${by(Number(id))}"`);

/** Formats of numbers below this are those of every spreadsheet. */
const firstFormat = 164;

/** Returns the styles of both, and by how much the formats of our cells have moved. Throws fileDamaged. */
export function joinStyles(cover: string, report: string): { styles: string; shift: number } {
  const [theirs, ours] = [listsOf(cover), listsOf(report)];
  const itemsOf = ({ lists: all }: typeof theirs, name: ListName) => all.get(name)?.items ?? [];
  const counts = Object.fromEntries(lists.map((name) => [name, itemsOf(theirs, name).length]));
  const shiftOf = (name: ListName) => (id: number) => id + (counts[name] ?? 0);
  const lastFormat = Math.max(
    firstFormat - 1,
    ...itemsOf(theirs, 'numFmts').map(({ attributes }) => Number(attributes['numFmtId'] ?? 0)),
  );
  const format = (id: number) => (id < firstFormat ? id : id - firstFormat + lastFormat + 1);
  const xf = (item: string) => {
    let moved = renumbered(item, 'numFmtId', format);
    for (const [name, list] of [
      ['fontId', 'fonts'],
      ['fillId', 'fills'],
      ['borderId', 'borders'],
    ] as const)
      moved = renumbered(moved, name, shiftOf(list));
    return moved;
  };
  const moved: Readonly<Record<ListName, (item: string) => string>> = {
    numFmts: (item) => renumbered(item, 'numFmtId', format),
    fonts: (item) => item,
    fills: (item) => item,
    borders: (item) => item,
    cellXfs: xf,
  };
  const edits = lists.flatMap((name): Edit[] => {
    const added = itemsOf(ours, name).map(({ text }) => named(moved[name](text)));
    if (added.length === 0) return [];
    const list = theirs.lists.get(name);
    const count = (counts[name] ?? 0) + added.length;
    if (list && list.close.from !== list.open.from)
      return [
        { ...list.open, text: counted(cover.slice(list.open.from, list.open.to), count) },
        { from: list.close.from, to: list.close.from, text: added.join('') },
      ];
    if (name !== 'numFmts') throw new Failure('fileDamaged');
    // Most workbooks have no formats of their own: the list is the first of all.
    const place = list ? list.open : { from: theirs.first, to: theirs.first };
    return [{ ...place, text: `<numFmts xmlns="${mainNames}" count="${count}">${added.join('')}</numFmts>` }];
  });
  return { styles: edited(cover, edits), shift: counts['cellXfs'] ?? 0 };
}

const counted = (tag: string, count: number): string => tag.replace(/\bcount\s*=\s*(["'])\d+\1/, `count="${count}"`);
