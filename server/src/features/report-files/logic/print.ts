/** A report printed as PDF, or for a look at it as pages below each other in one SVG. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFonts } from '../../../kernel/fonts.ts';
import { paperOf, type ReportContent } from '../../report-blocks/report-blocks.api.ts';

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

export function printReport(content: ReportContent): Uint8Array {
  const { compiler, source } = layoutOf(content);
  const pdf = compiler.pdf(source);
  compiler.evictCache(0);
  return new Uint8Array(pdf);
}

/** Throws Error where the layout does not compile. */
export function drawPages(content: ReportContent): { svg: string; pages: number } {
  const { compiler, source } = layoutOf(content);
  const { result } = compiler.compile(source);
  if (!result) throw new Error('the pages of a report could not be laid out');
  return { svg: compiler.plainSvg(result), pages: result.numOfPages };
}
