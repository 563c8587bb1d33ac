/** A report printed as PDF. */
import { readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFonts } from '../../../kernel/fonts.ts';
import type { ReportContent } from './content.ts';
import { paperOf } from './paper-of.ts';

const layout = new URL('./report.typ', import.meta.url);

export function printReport(content: ReportContent): Uint8Array {
  const compiler = NodeCompiler.create({
    // No file is read by the layout: what it shows comes with its data.
    workspace: import.meta.dirname,
    fontArgs: [{ fontBlobs: readFonts() }],
  });
  const pdf = compiler.pdf({
    mainFileContent: readFileSync(layout, 'utf8'),
    inputs: { report: JSON.stringify(paperOf(content)) },
  });
  compiler.evictCache(0);
  return new Uint8Array(pdf);
}
