/** Archives as tests bring them: what a directory says, and what lies behind it, may differ. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  readonly name: string;
  readonly text: string | Uint8Array;
  /** What the directory claims that it unpacks to, where that is not so. */
  readonly declared?: number;
}

/** A ZIP archive of parts, in their order. */
export function zipOf(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, declared } of parts) {
    const [plain, own] = [Buffer.from(text), Buffer.from(name)];
    const packed = deflateRawSync(plain);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(plain), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(declared ?? plain.length, 18);
    head.writeUInt16LE(own.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), head, own, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), head, entry, own]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

const wordNames =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a Word document with this body. */
export const wordParts = (body: string): Part[] => [
  {
    name: '[Content_Types].xml',
    text: `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    text: `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  },
  {
    name: 'word/document.xml',
    text: `${head}<w:document ${wordNames}><w:body>${body}<w:sectPr/></w:body></w:document>`,
  },
];
export const paragraph = (...runs: readonly string[]): string =>
  `<w:p>${runs.map((text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`;
export const table = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid/>${rows
    .map((cells) => `<w:tr>${cells.map((text) => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`;
/** A relation of the document to something, as a part. */
export const relation = (type: string, target: string, isOutside = true): Part => ({
  name: 'word/_rels/document.xml.rels',
  text: `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="${office}/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/></Relationships>`,
});
export const wordOf = (body: string, ...more: readonly Part[]): Buffer => zipOf([...wordParts(body), ...more]);
