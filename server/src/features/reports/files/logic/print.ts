/** A report printed as PDF, or for a look at it as pages below each other in one SVG. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFonts } from '../../../../kernel/fonts.ts';
import { paperOf, type ReportContent } from '../../blocks/blocks.api.ts';

const layout = new URL('./report.typ', import.meta.url);

function layoutOf(content: ReportContent) {
  const compiler = NodeCompiler.create({
    // No file is read by the layout: what it shows comes with its data.
    workspace: import.meta.dirname,
    fontArgs: [{ fontBlobs: readFonts() }],
  });
  const { paper, pictures } = paperOf(content);
  for (const [name, bytes] of pictures) compiler.mapShadow(join(import.meta.dirname, name), Buffer.from(bytes));
  const source = {
    mainFileContent: readFileSync(layout, 'utf8'),
    inputs: { report: JSON.stringify(paper) },
  };
  return { compiler, source };
}

/**
 * A PDF with tags, to be read aloud: as PDF/UA-1 where it passes the printer's checks of it, and without that claim where it
 * does not, for instance where a letter is in no font.
 */
export function printReport(content: ReportContent): Uint8Array {
  const { compiler, source } = layoutOf(content);
  const pdf = printAccessible(compiler, source) ?? compiler.pdf(source);
  compiler.evictCache(0);
  return new Uint8Array(pdf);
}

function printAccessible(compiler: NodeCompiler, source: CompileDocArgs): Buffer | null {
  try {
    return compiler.pdf(source, { pdfStandard: 'ua-1' });
  } catch {
    // What is wrong beside accessibility is wrong without the claim too, and thrown there.
    return null;
  }
}

/** Throws Error where the layout does not compile. */
export function drawPages(content: ReportContent): { svg: string; pages: number } {
  const { compiler, source } = layoutOf(content);
  const { result } = compiler.compile(source);
  if (!result) throw new Error('the pages of a report could not be laid out');
  return { svg: apart(compiler.plainSvg(result)), pages: result.numOfPages };
}

/** Between two pages, in points. */
const gap = 14;
const pageStart =
  /^ {4}<path class="typst-shape" fill="#ffffff"[^>]* d="M 0 0v ([\d.]+) h ([\d.]+) [^"]*"\/>\s*<g(?: transform="matrix\(1 0 0 1 0 ([\d.]+)\)")?>/gm;

/**
 * The pages below each other with room between them, narrow ones in the middle. The printer (0.7.0) draws the white of every
 * page over the first one: it is put where its page is.
 */
function apart(svg: string): string {
  const width = Number(/viewBox="0 0 ([\d.]+) /.exec(svg)?.[1] ?? 0);
  let count = 0;
  const moved = svg.replace(pageStart, (_, height: string, pageHeight: string, down = '0') => {
    const place = `translate(${(width - Number(pageHeight)) / 2} ${Number(down) + count++ * gap})`;
    return `<rect transform="${place}" width="${pageHeight}" height="${height}" fill="#ffffff"/><g transform="${place}">`;
  });
  const extra = Math.max(0, count - 1) * gap;
  return moved.replace(
    /viewBox="0 0 ([\d.]+) ([\d.]+)" width="[^"]*" height="[^"]*"/,
    (_, w: string, h: string) => `viewBox="0 0 ${w} ${Number(h) + extra}" width="${w}" height="${Number(h) + extra}"`,
  );
}
