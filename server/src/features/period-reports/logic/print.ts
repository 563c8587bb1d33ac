/** A report printed as PDF. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { ReportContent } from './content.ts';
import { paperOf } from './paper-of.ts';

/** All that is printed is written in these: Chinese, Latin and Greek, then what only names hold. */
const fonts = [
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
];
const find = createRequire(import.meta.url);
const layout = new URL('./report.typ', import.meta.url);

export function printReport(content: ReportContent): Uint8Array {
  const compiler = NodeCompiler.create({
    // No file is read by the layout: what it shows comes with its data.
    workspace: import.meta.dirname,
    fontArgs: [{ fontBlobs: fonts.map((path) => readFileSync(find.resolve(`@expo-google-fonts/${path}`))) }],
  });
  const pdf = compiler.pdf({
    mainFileContent: readFileSync(layout, 'utf8'),
    inputs: { report: JSON.stringify(paperOf(content)) },
  });
  compiler.evictCache(0);
  return new Uint8Array(pdf);
}
