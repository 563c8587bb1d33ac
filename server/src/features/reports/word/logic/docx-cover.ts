/** The cover of a report in a Word document, and what stands in its place where there is none. */
import { ExternalHyperlink, Paragraph, Table, TableRow, WidthType } from 'docx';
import type { PaperPart, PaperPictures } from '../../paper/paper.api.ts';
import { edged, gridOf, inks, line, noBorders, pictureOf, runs, space, twipsOfMm, warning } from './docx-parts.ts';
import { pictureNamed } from './word-pictures.ts';

type Cover = Extract<PaperPart, { part: 'cover' }>['cover'];
type Release = Extract<PaperPart, { part: 'release' }>['release'];
type Child = Paragraph | Table;

export interface CoverWriting {
  readonly pictures: PaperPictures;
  /** Of the text of a page. */
  readonly widthMm: number;
}

export async function writeCover(cover: Cover, writing: CoverWriting): Promise<Child[]> {
  const { pictures, widthMm } = writing;
  const pictureAt = async (name: string, [width, height]: readonly [number, number]) =>
    new Paragraph({ children: [await pictureOf(pictureNamed(name, pictures), width, height)] });
  return [
    space(topOf(cover)),
    ...(cover.picture === null ? [] : [await pictureAt(cover.picture, [60, 22]), space(4)]),
    ...(cover.logo === null ? [] : [await pictureAt(cover.logo, [60, 14]), space(4)]),
    line(cover.corporation, { size: 11, colour: inks.quiet }),
    line(cover.title, { size: 26, bold: true }),
    line(cover.project, { size: 15 }),
    ...(cover.subtitle === '' ? [] : [line(cover.subtitle, { size: 11 })]),
    space(6),
    ...(await factsOf(cover, writing)),
    ...cover.notes.flatMap((note) => [space(3), warning(note, widthMm)]),
    ...(cover.release ? await writeVerify({ ...cover.release, facts: [] }, writing) : []),
    ...(cover.signatures.length > 0 ? [space(6), await signaturesOf(cover, writing)] : []),
    ...(cover.counts.length > 0 ? [space(6), countsOf(cover, widthMm)] : []),
  ];
}

/** A cover is one page: with code and signatures it begins further up, mm. */
function topOf({ picture, logo, release, signatures }: Cover): number {
  const isCrowded = Boolean(release?.verify) && signatures.length > 0;
  if (picture === null && logo === null) return isCrowded ? 6 : 30;
  return isCrowded ? 0 : 8;
}

/** The facts, with the site beside them where it is shown. */
async function factsOf({ site, facts, release }: Cover, { pictures, widthMm }: CoverWriting): Promise<Child[]> {
  const all = [...facts, ...(release?.facts ?? [])];
  if (site === null) return all.length === 0 ? [] : [factsTable(all, widthMm)];
  const halfMm = widthMm / 2;
  const picture = await pictureOf(pictureNamed(site, pictures), halfMm - 5, 60);
  // A cell does not end with a table.
  const table = all.length === 0 ? [] : [factsTable(all, halfMm - 5)];
  return [gridOf([[...table, space(0)], [new Paragraph({ children: [picture] })]], 2, widthMm)];
}

const factsTable = (facts: readonly (readonly [string, string])[], widthMm: number): Table =>
  new Table({
    width: { size: Math.round(widthMm * twipsOfMm), type: WidthType.DXA },
    columnWidths: [Math.round(38 * twipsOfMm), Math.round((widthMm - 38) * twipsOfMm)],
    borders: { ...noBorders, insideHorizontal: noBorders.top, insideVertical: noBorders.top },
    rows: facts.map(
      ([name, value]) =>
        new TableRow({
          children: [line(name, { colour: inks.quiet }, 0), line(value, {}, 0)].map((paragraph, i) =>
            edgeless(paragraph, Math.round((i === 0 ? 38 : widthMm - 38) * twipsOfMm)),
          ),
        }),
    ),
  });

const edgeless = (paragraph: Paragraph, width: number) => edged([paragraph], '#ffffff', width);

export async function writeRelease(release: Release, writing: CoverWriting): Promise<Child[]> {
  return [...release.facts.map(([name, value]) => line(`${name}  ${value}`)), ...(await writeVerify(release, writing))];
}

/** That it is not released yet, or how it is verified. */
async function writeVerify({ note, verify }: Release, { widthMm }: CoverWriting): Promise<Child[]> {
  return [
    ...(note === null ? [] : [space(3), warning(note, widthMm)]),
    ...(verify === null
      ? []
      : [
          space(4),
          new Paragraph({
            children: [await pictureOf({ text: `${verify.title}: ${verify.address}`, svg: verify.svg }, 30)],
          }),
          line(`${verify.title}: ${verify.code}`, { bold: true }),
          new Paragraph({
            children: [new ExternalHyperlink({ link: verify.address, children: runs(verify.address, { size: 8 }) })],
          }),
          line(verify.note, { size: 8, colour: inks.quiet }),
        ]),
  ];
}

async function signaturesOf({ signatures }: Cover, { pictures, widthMm }: CoverWriting): Promise<Table> {
  const columns = Math.min(signatures.length, 4);
  const cells = [];
  for (const { role, name, picture } of signatures)
    cells.push([
      line(role, { size: 8, colour: inks.quiet }),
      picture === null
        ? space(10)
        : new Paragraph({ children: [await pictureOf(pictureNamed(picture, pictures), widthMm / columns - 10, 12)] }),
      new Paragraph({
        children: runs(name === '' ? '\u00a0' : name),
        border: { top: { style: 'single', size: 4, color: inks.text, space: 1 } },
      }),
    ]);
  return gridOf(cells, columns, widthMm);
}

function countsOf({ counts }: Cover, widthMm: number): Table {
  const width = Math.round((widthMm / counts.length) * twipsOfMm);
  return new Table({
    width: { size: width * counts.length, type: WidthType.DXA },
    columnWidths: counts.map(() => width),
    rows: [
      new TableRow({
        children: counts.map(({ title, count, colour }) =>
          edged(
            [line(count, { size: 15, bold: true }, 20), line(title, { size: 7, colour: inks.quiet })],
            colour,
            width,
          ),
        ),
      }),
    ],
  });
}
