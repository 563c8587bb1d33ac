/** What features above may ask about templates: one to make a report with, and what is wrong in one. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Narrowing, ReportBlock, TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { type TemplateProblem, textProblems, textsOf } from '@plumbline/contract/reports/templates.checks';
import type { CoverTag } from '@plumbline/contract/reports/templates.cover';
import { type LibraryKey, libraryContent } from '@plumbline/contract/reports/templates.library';
import { parseText } from '@plumbline/contract/reports/templates.placeholders';
import { pointNamesIn } from '@plumbline/contract/reports/templates.word';
import type { Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type NamedPoint, namedPoints } from '../../points/points/points.api.ts';
import { indexPoints } from '../blocks/blocks.api.ts';
import type { FoundTag, PlacedFault } from '../word/word.api.ts';
import { coverOf } from './templates.cover.table.ts';
import * as table from './templates.table.ts';
import { wordOf } from './templates.word.table.ts';

export { reportDefaultsOf } from './templates.defaults.table.ts';

/** The newest version of a template that a project may use, locked against deletion until the transaction ends; null = there is none. */
export async function usableTemplate(db: Db, projectId: number, templateId: number) {
  const row = await table.lockUsable(db, projectId, templateId);
  if (!row) return null;
  const content = await table.contentOf(db, templateId, row.version);
  return content ? { id: templateId, name: row.name, version: row.version, content } : null;
}

/** The same. Throws notFound. */
export async function templateOf(db: Db, projectId: number, templateId: number) {
  const template = requireRow(await usableTemplate(db, projectId, templateId), { templateId });
  return template;
}

/** The blocks of a version. Throws notFound where the template is gone. */
export async function contentOf(
  db: Db,
  {
    template_id,
    template_version,
    template_name,
    library,
  }: Readonly<Record<'template_id' | 'template_version', number | null>> & {
    readonly template_name: string | null;
    readonly library: string | null;
  },
): Promise<TemplateContent | null> {
  if (template_name === null) return null;
  if (library !== null) return libraryContent(library as LibraryKey);
  const content = requireRow(
    template_id === null || template_version === null
      ? undefined
      : await table.contentOf(db, template_id, template_version),
    { template: template_name },
  );
  return content;
}

const narrowingOf = (block: ReportBlock): Narrowing | null => ('only' in block ? block.only : null);

/** The point that a block holds its points against. */
const comparedPoints = (block: ReportBlock): number[] =>
  block.kind === 'views' && block.withPointId !== null ? [block.withPointId] : [];

/** Returns the problems of a template as a project would use it: in the texts, and in what they and the blocks name. */
export async function problemsIn(db: Db, projectId: number, content: TemplateContent): Promise<TemplateProblem[]> {
  const narrowed = content.blocks.map(narrowingOf);
  const [missing, points] = await Promise.all([
    table.missingOf(db, projectId, {
      structureIds: [...new Set(narrowed.flatMap((each) => each?.structureIds ?? []))],
      pointIds: [
        ...new Set([...narrowed.flatMap((each) => each?.pointIds ?? []), ...content.blocks.flatMap(comparedPoints)]),
      ],
    }),
    namedPoints(db, projectId, 'all'),
  ]);
  const find = indexPoints(points);
  return [
    ...textProblems(content),
    ...content.blocks.flatMap((block, i) => {
      const about = { block: i + 1, kind: block.kind };
      const only = narrowed[i];
      return [
        ...pointProblems(block, find).map((problem) => ({ ...about, ...problem })),
        ...(only?.structureIds ?? [])
          .filter((id) => missing.structures.has(id))
          .map((id) => ({ ...about, place: 'only.structureIds', fault: 'structureMissing' as const, words: `#${id}` })),
        ...(only?.pointIds ?? [])
          .filter((id) => missing.points.has(id))
          .map((id) => ({ ...about, place: 'only.pointIds', fault: 'pointMissing' as const, words: `#${id}` })),
        ...comparedPoints(block)
          .filter((id) => missing.points.has(id))
          .map((id) => ({ ...about, place: 'withPointId', fault: 'pointMissing' as const, words: `#${id}` })),
      ];
    }),
  ].toSorted((a, b) => a.block - b.block);
}

/** Points that the texts of a block name and that are not there, or not one alone. */
const pointProblems = (block: ReportBlock, find: (name: string) => readonly NamedPoint[]) =>
  textsOf(block).flatMap(({ place, text, levels }) =>
    parseText(text, levels).pieces.flatMap((piece) => {
      if (!('of' in piece) || piece.of !== 'point') return [];
      const { length } = find(piece.point);
      if (length === 1) return [];
      return [
        { place, fault: length === 0 ? ('pointMissing' as const) : ('pointAmbiguous' as const), words: piece.point },
      ];
    }),
  );

/** Returns the problems of the Word document of a template, whatever project it is in, and in what it names of this one. */
export async function wordProblemsIn(
  db: Db,
  projectId: number,
  word: Pick<TemplateWord, 'tags' | 'faults'> | null,
): Promise<TemplateProblem[]> {
  if (word === null) return [];
  const about = { block: 0, kind: 'word' as const };
  return [
    ...word.faults.map((fault) => ({ ...about, ...fault })),
    ...(await namesMissing(db, projectId, word.tags)).map((problem) => ({ ...about, ...problem })),
  ];
}

/** Returns the problems of the cover of a template: it was refused for every other one. */
export async function coverProblemsIn(
  db: Db,
  projectId: number,
  cover: Pick<TemplateCover, 'tags'> | null,
): Promise<TemplateProblem[]> {
  const problems = cover === null ? [] : await namesMissing(db, projectId, cover.tags);
  return problems.map((problem) => ({ block: 0, kind: 'excel' as const, ...problem }));
}

/** Points that tags name and that are not in the project, or not one alone. */
async function namesMissing(db: Db, projectId: number, tags: Parameters<typeof pointNamesIn>[0]) {
  const named = pointNamesIn(tags);
  const find = named.length === 0 ? () => [] : indexPoints(await namedPoints(db, projectId, 'all'));
  return named.flatMap(({ name, place }) => {
    const { length } = find(name);
    const fault = length === 0 ? ('pointMissing' as const) : ('pointAmbiguous' as const);
    return length === 1 ? [] : [{ place, fault, words: name }];
  });
}

export interface TemplateWord {
  readonly tags: readonly FoundTag[];
  readonly faults: readonly PlacedFault[];
  readonly fileId: string;
}
export type TemplateCover = Pick<TemplateWord, 'fileId'> & { readonly tags: readonly CoverTag[] };

/** Files of people that a report is made with; null = its version has none, or no file is made with it. */
export interface TemplateFiles {
  readonly word: TemplateWord | null;
  readonly cover: TemplateCover | null;
}
/** The files of a version that a report in these formats is made with. */
export async function filesOfVersion(
  db: Db,
  { template_id: id, template_version: version }: Readonly<Record<'template_id' | 'template_version', number | null>>,
  formats: readonly string[],
): Promise<TemplateFiles> {
  if (id === null || version === null) return { word: null, cover: null };
  return {
    word: formats.includes('docx') ? ((await wordOf(db, id, version)) ?? null) : null,
    cover: formats.includes('xlsx') ? ((await coverOf(db, id, version)) ?? null) : null,
  };
}

/** What a report can be made without: a block that is narrowed to what is gone says that nothing is there. */
const isBearable = ({ place }: TemplateProblem): boolean => place.startsWith('only.') || place === 'withPointId';

/** Throws reportTemplateFaulty with where it is and what, for a template whose texts, or files that are to be made, could not be filled in. */
export async function requireSound(
  db: Db,
  projectId: number,
  content: TemplateContent,
  { word, cover }: TemplateFiles,
): Promise<void> {
  const problems = [
    ...(await problemsIn(db, projectId, content)).filter((problem) => !isBearable(problem)),
    ...(await wordProblemsIn(db, projectId, word)),
    ...(await coverProblemsIn(db, projectId, cover)),
  ];
  if (problems.length > 0) throw new Failure('reportTemplateFaulty', { problems: problems.slice(0, 20) });
}
