/** What is laid over the sheets of a cover: that the report is not released, and pictures of placeholders. */
import { localName, readPart } from './cover-package.ts';
import { escaped } from './cover-texts.ts';

const drawingNames =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const emuOfCm = 360_000;
/** Numbers of what is laid over; those of a cover are smaller. */
const firstId = 90_001;

/** Rows and columns counted from 0; `to` is the first beyond. */
export interface Area {
  readonly from: { readonly row: number; readonly column: number };
  readonly to: { readonly row: number; readonly column: number };
}

/** A page is no larger than that, whatever was drawn beside it. */
const maxRows = 60;
const maxColumns = 30;
const minSize = { rows: 12, columns: 4 };

const reference = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/;
function placeIn(cell: string): { row: number; column: number } | null {
  const [, letters = '', row = ''] = reference.exec(cell) ?? [];
  if (letters === '') return null;
  return {
    row: Number(row) - 1,
    column: [...letters].reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1,
  };
}

/** Where a sheet has something on it, and what of it is printed where it says so. */
export function areaOf(name: string, bytes: Buffer, printed: string | undefined): Area {
  const [, from = '', to = ''] = /!(\$?[A-Z]+\$?\d+):(\$?[A-Z]+\$?\d+)$/.exec(printed ?? '') ?? [];
  const corners = [placeIn(from), placeIn(to)].filter((each) => each !== null);
  if (corners.length < 2) {
    let cell = '';
    readPart(name, bytes, {
      open(tag, { r = '', ref = '' }) {
        const element = localName(tag);
        if (element === 'c') cell = r;
        const cells = element === 'v' || element === 'is' ? [cell] : element === 'mergeCell' ? ref.split(':') : [];
        for (const each of cells) {
          const place = placeIn(each);
          if (place) corners.push(place);
        }
      },
    });
  }
  const rows = corners.map(({ row }) => row);
  const columns = corners.map(({ column }) => column);
  const smallestOf = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b), all[0] ?? 0);
  const start = { row: smallestOf(rows), column: smallestOf(columns) };
  const end = (all: readonly number[], first: number, few: number, most: number) =>
    Math.min(
      all.reduce((a, b) => Math.max(a, b + 1), first + few),
      first + most,
    );
  return {
    from: start,
    to: {
      row: end(rows, start.row, minSize.rows, maxRows),
      column: end(columns, start.column, minSize.columns, maxColumns),
    },
  };
}

const corner = (name: 'from' | 'to', { row, column }: Area['from']): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;

/** Words without a box. `share` = how much of its colour they have, in thousandths of a per cent. */
function shape(
  id: number,
  words: string,
  style: { size: number; share: number; rotation: number; anchor: 'ctr' | 't' },
): string {
  const { size, share, rotation, anchor } = style;
  const align = anchor === 'ctr' ? 'ctr' : 'l';
  return `<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="${id}" name="Draft ${id - firstId + 1}"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr><a:xfrm rot="${rotation}"><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln><a:noFill/></a:ln></xdr:spPr><xdr:txBody><a:bodyPr vertOverflow="overflow" horzOverflow="overflow" wrap="${anchor === 'ctr' ? 'none' : 'square'}" lIns="36000" tIns="18000" anchor="${anchor}"/><a:lstStyle/><a:p><a:pPr algn="${align}"/><a:r><a:rPr lang="en" sz="${size}" b="1"><a:solidFill><a:srgbClr val="B42318"><a:alpha val="${share}"/></a:srgbClr></a:solidFill></a:rPr><a:t>${escaped(words)}</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/>`;
}

/** Over the whole page, and at its head, where it can be read to somebody. */
export function draftAnchors(
  { from, to }: Area,
  { across, head }: { readonly across: string; readonly head: string },
): string[] {
  const anchored = (end: Area['to'], inside: string) =>
    `<xdr:twoCellAnchor ${drawingNames} editAs="absolute">${corner('from', from)}${corner('to', end)}${inside}</xdr:twoCellAnchor>`;
  return [
    anchored(to, shape(firstId, across, { size: 9_600, share: 30_000, rotation: -1_800_000, anchor: 'ctr' })),
    anchored(
      { row: from.row + 2, column: to.column },
      shape(firstId + 1, head, { size: 900, share: 100_000, rotation: 0, anchor: 't' }),
    ),
  ];
}

/** A picture at a cell. `relation` = the id by which its drawing names the file. */
export interface PlacedPicture {
  readonly cell: string;
  readonly relation: string;
  readonly text: string;
  readonly widthCm: number;
  readonly heightCm: number;
}
export function pictureAnchor({ cell, relation, text, widthCm, heightCm }: PlacedPicture, i: number): string {
  const [cx, cy] = [widthCm, heightCm].map((cm) => Math.round(cm * emuOfCm));
  return `<xdr:oneCellAnchor ${drawingNames}>${corner('from', placeIn(cell) ?? { row: 0, column: 0 })}<xdr:ext cx="${cx}" cy="${cy}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${firstId + 10 + i}" name="Picture ${i + 1}" descr="${escaped(text.slice(0, 200))}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;
}

/** A drawing of nothing but what is laid over a sheet. */
export const drawingOf = (anchors: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><xdr:wsDr ${drawingNames}>${anchors.join('')}</xdr:wsDr>`;
