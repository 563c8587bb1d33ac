/** What is wrong in a template, by block and place: the same while it is edited, when it is verified and when a report is made. */
import type { BlockKind, ReportBlock, TemplateContent } from './templates.blocks.ts';
import { type PlaceholderFault, parseText, placeholderFaults } from './templates.placeholders.ts';
import { wordFaults } from './templates.word.ts';

export const problemFaults = [
  ...placeholderFaults,
  ...wordFaults,
  'pointMissing',
  'pointAmbiguous',
  'structureMissing',
] as const;
export type ProblemFault = PlaceholderFault | (typeof problemFaults)[number];

export interface TemplateProblem {
  /** Of the block in the template, from 1; 0 = in its Word document or its cover. */
  readonly block: number;
  readonly kind: BlockKind | 'word' | 'excel';
  /**
   * The option of the block: `title`, `fields.2.value`; in a Word document the part and where in it: `body table 2 row 3`; in a cover the
   * sheet and cell: `Cover!B7`.
   */
  readonly place: string;
  readonly fault: ProblemFault;
  /** What was written there. */
  readonly words: string;
}

interface PlacedText {
  readonly place: string;
  readonly text: string;
  /** It is the phrase of a level. */
  readonly levels: boolean;
}

/** Every text of a block that may hold placeholders. */
export function textsOf(block: ReportBlock): PlacedText[] {
  const plain = (place: string, text: string): PlacedText => ({ place, text, levels: false });
  const faults = [plain('title', block.title)];
  switch (block.kind) {
    case 'cover':
      return [
        ...faults,
        plain('subtitle', block.subtitle),
        ...block.fields.flatMap(({ label, value }, i) => [
          plain(`fields.${i + 1}.label`, label),
          plain(`fields.${i + 1}.value`, value),
        ]),
        ...block.signatures.flatMap(({ role, name }, i) => [
          plain(`signatures.${i + 1}.role`, role),
          plain(`signatures.${i + 1}.name`, name),
        ]),
      ];
    case 'text':
      return [...faults, plain('text', block.text)];
    case 'conclusions':
      return [
        ...faults,
        ...Object.entries(block.phrases).map(([level, text]) => ({ place: `phrases.${level}`, text, levels: true })),
      ];
    default:
      return faults;
  }
}

/** Returns the faults in the texts of a template, whatever project it is used in. */
export const textProblems = ({ blocks }: Pick<TemplateContent, 'blocks'>): TemplateProblem[] =>
  blocks.flatMap((block, i) =>
    textsOf(block).flatMap(({ place, text, levels }) =>
      parseText(text, levels).faults.map(({ fault, words }) => ({
        block: i + 1,
        kind: block.kind,
        place,
        fault,
        words,
      })),
    ),
  );
