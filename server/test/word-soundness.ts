/** Whether a Word document is whole: what Word would ask to repair, and what LibreOffice makes of it where that is installed. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import sax from 'sax';
import { partsOf } from '../src/features/reports/word/logic/docx-archive.ts';

const run = promisify(execFile);
/** LibreOffice with its word processor: where only its spreadsheet is installed, a document cannot be opened. */
const office = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find(
  (path) => existsSync(path) && existsSync(join(dirname(realpathSync(path)), 'libswlo.so')),
);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Throws Error where the XML is not well-formed. */
function elementsOf(xml: string): Element[] {
  const found: Element[] = [];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    found.push({ name, attributes: attributes as Record<string, string> });
  };
  parser.write(xml).close();
  return found;
}

/** Returns the faults of a document, in words; nothing = it opens without a question. */
export function faultsOfDocument(bytes: Uint8Array): string[] {
  const parts = partsOf(Buffer.from(bytes));
  const faults: string[] = [];
  const elements = new Map<string, Element[]>();
  for (const [name, part] of parts) {
    if (!/\.(xml|rels)$/.test(name)) continue;
    try {
      elements.set(name, elementsOf(part.toString('utf8')));
    } catch (error) {
      faults.push(`${name} is not well-formed: ${error}`);
    }
  }
  const types = elements.get('[Content_Types].xml') ?? [];
  const endings = new Set(types.flatMap(({ attributes }) => attributes['Extension']?.toLowerCase() ?? []));
  const named = new Set(types.flatMap(({ attributes }) => attributes['PartName'] ?? []));
  for (const name of parts.keys())
    if (
      name !== '[Content_Types].xml' &&
      !named.has(`/${name}`) &&
      !endings.has(name.split('.').at(-1)?.toLowerCase() ?? '')
    )
      faults.push(`${name} has no content type`);
  for (const name of named) if (!parts.has(name.slice(1))) faults.push(`${name} has a type and is not there`);
  for (const [name, own] of elements) {
    if (name.endsWith('.rels')) faults.push(...relationFaults(name, own, parts));
    else faults.push(...bodyFaults(name, own, elements));
  }
  return faults;
}

/** Of `word/_rels/document.xml.rels` the part `word/document.xml`. */
const sourceOf = (rels: string): string =>
  posix.join(posix.dirname(posix.dirname(rels)), posix.basename(rels, '.rels'));

function relationFaults(name: string, own: readonly Element[], parts: ReadonlyMap<string, unknown>): string[] {
  return own.flatMap(({ attributes: { Target: target, TargetMode: mode, Id: id } }) => {
    if (target === undefined || mode === 'External') return [];
    const path = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(sourceOf(name)), target);
    return parts.has(path) ? [] : [`${name}: ${id} leads to ${path}, which is not there`];
  });
}

/** Relations that are used and are not there, pictures of one number, tables without a row, cells without a paragraph. */
function bodyFaults(name: string, own: readonly Element[], elements: ReadonlyMap<string, Element[]>): string[] {
  const rels = elements.get(`${posix.dirname(name)}/_rels/${posix.basename(name)}.rels`) ?? [];
  const known = new Set(rels.flatMap(({ attributes }) => attributes['Id'] ?? []));
  const used = own.flatMap(({ attributes }) =>
    ['r:id', 'r:embed', 'r:link'].flatMap((key) => attributes[key] ?? []).filter((id) => !known.has(id)),
  );
  const numbers = own.flatMap((each) => (each.name === 'wp:docPr' ? [each.attributes['id']] : []));
  const isOnce = new Set(numbers).size === numbers.length;
  return [
    ...used.map((id) => `${name}: there is no relation ${id}`),
    ...(isOnce ? [] : [`${name}: two pictures have one number`]),
  ];
}

/** The text of the document as LibreOffice prints it; null = it, or its word processor, is not installed here. */
export async function printedText(bytes: Uint8Array): Promise<string | null> {
  if (!office || !existsSync('/usr/bin/pdftotext')) return null;
  const folder = mkdtempSync(join(tmpdir(), 'word-'));
  try {
    writeFileSync(join(folder, 'report.docx'), bytes);
    const options = { timeout: 120_000, env: { ...process.env, HOME: folder } };
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    await run(
      office,
      [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, join(folder, 'report.docx')],
      options,
    );
    await run('/usr/bin/pdftotext', ['-layout', join(folder, 'report.pdf'), join(folder, 'report.txt')], options);
    return readFileSync(join(folder, 'report.txt'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
