/** Templates as files. What is read was written by others: it is judged by the schema before anything is made of it. */
import { type ReportTemplate, TemplateFile, templateFileFormat } from '@plumbline/contract/reports/templates';
import { saveAs } from '../../../kernel/call.ts';

/** Larger files are not opened. */
const maxBytes = 2 * 1024 * 1024;

export function exportTemplate({ name, content }: Pick<ReportTemplate, 'name' | 'content'>): void {
  const file = { format: templateFileFormat, version: 1, name, content };
  saveAs(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${name}.json`);
}

export type ReadFile =
  | { readonly name: string; readonly content: ReportTemplate['content'] }
  /** Where in it something is wrong; '' = it is no such file at all. */
  | { readonly wrongAt: string };

export function readTemplate(text: string): ReadFile {
  if (text.length > maxBytes) return { wrongAt: '' };
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return { wrongAt: '' };
  }
  const parsed = TemplateFile.safeParse(written);
  if (parsed.success) return { name: parsed.data.name, content: parsed.data.content };
  return { wrongAt: parsed.error.issues[0]?.path.join('.') ?? '' };
}
