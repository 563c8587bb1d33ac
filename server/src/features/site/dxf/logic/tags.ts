/**
 * The pairs of a DXF in text form, one after the other, with the memory of one. Numbers are numbers; words are decoded by what the
 * file says of its letters.
 */
import { Failure } from '@plumbline/contract/kernel/errors';

/** A group code and its value (DXF Reference, "Group codes in DXF files"). */
export type Tag = readonly [code: number, value: string | number];

/** The code pages of files of before 2007, as `TextDecoder` names them. */
const codePages: Readonly<Record<string, string>> = {
  ANSI_936: 'gbk',
  ANSI_950: 'big5',
  ANSI_932: 'shift_jis',
  ANSI_949: 'euc-kr',
  ANSI_1251: 'windows-1251',
  ANSI_1250: 'windows-1250',
};
const binaryMark = 'AutoCAD Binary DXF';
/** No line of a DXF is longer (DXF Reference: 2,049 characters in strings). */
const longestLine = 100_000;

const isPlain = (text: string): boolean => /^[\x20-\x7e\t]*$/.test(text);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Words whose bytes were read as Latin-1: UTF-8 as all newer files have it, else the code page. */
function decoded(text: string, page: string): string {
  if (isPlain(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder(codePages[page] ?? 'windows-1252').decode(bytes);
  }
}

/** Lines without their ends. Throws fileDamaged for a line that no DXF has. */
function* linesOf(chunks: Iterable<Uint8Array>): Generator<string> {
  let unfinished = '';
  for (const chunk of chunks) {
    const text = unfinished + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    // A CR at the end may be half of the end of a line.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    let at = 0;
    for (let next = nextEnd(text, at, end); next >= 0; next = nextEnd(text, at, end)) {
      yield text.slice(at, next);
      at = text[next] === '\r' && text[next + 1] === '\n' ? next + 2 : next + 1;
    }
    unfinished = text.slice(at);
    if (unfinished.length > longestLine) throw new Failure('fileDamaged', { fault: 'dxf' });
  }
  if (unfinished !== '') yield unfinished.replace(/\r$/, '');
}

function nextEnd(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return -1;
}

const isNumber = (code: number): boolean => (code >= 10 && code < 60) || (code >= 210 && code < 240);
const isInteger = (code: number): boolean => code >= 60 && code < 100;

/** Throws fileDamaged where it is no DXF in text form. */
export function* tagsOf(chunks: Iterable<Uint8Array>): Generator<Tag> {
  let code: number | null = null;
  let page = '';
  let isPage = false;
  let count = 0;
  for (const line of linesOf(chunks)) {
    if (count++ === 0) {
      if (line.startsWith(binaryMark)) throw new Failure('fileDamaged', { fault: 'dxfBinary' });
      if (!/^(?:\u00ef\u00bb\u00bf)?\s*(?:0|999)\s*$/.test(line)) throw new Failure('fileDamaged', { fault: 'dxf' });
      code = Number.parseInt(line.replace(/^\u00ef\u00bb\u00bf/, ''), 10);
      continue;
    }
    if (code === null) {
      code = Number.parseInt(line, 10);
      continue;
    }
    if (isNumber(code)) yield [code, Number.parseFloat(line)];
    else if (isInteger(code)) yield [code, Number.parseInt(line, 10)];
    else {
      if (code === 9) isPage = line.trim() === '$DWGCODEPAGE';
      else if (code === 3 && isPage) page = line.trim().toUpperCase();
      yield [code, code === 0 ? line.trim() : decoded(line, page)];
    }
    code = null;
  }
}
