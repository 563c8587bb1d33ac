/** What the layout of a report on paper takes, of its content and the blocks of its template. Pure. */

import type { BlockOf, ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import { shortened } from '@plumbline/science/display/chart-svg';
import type { Paper, PaperPart, PaperPictures, PaperSection } from '../../paper/paper.api.ts';
import { fitted, isLong } from '../../paper/paper.api.ts';
import { draftMark, releaseBefore } from '../../release-parts/release-parts.api.ts';
import { blockWordsOf, wordsOf } from '../../words/words.api.ts';
import { type BlockContext, titleOf } from './block-parts.ts';
import { coverTitle, writeBlock } from './block-writers.ts';
import type { ReportContent } from './content.ts';
import { localTimes } from './local-times.ts';
import { paperContext, paperName } from './paper-tables.ts';
import { textWriter } from './placeholders.ts';

export const headWidth = 60;
/** Letters of a corporation in the running head, beside the project. */
const brandWidth = 40;

/** Returns the context that blocks are written with; `pictures` has what they add while they are. */
export function blockContext(content: ReportContent): { context: BlockContext; pictures: PaperPictures } {
  const words = wordsOf(content.language);
  const pictures = new Map<string, Uint8Array>();
  const context: BlockContext = {
    content,
    words,
    own: blockWordsOf(content.language),
    tables: paperContext(content, words),
    texts: textWriter(content),
    addPicture(bytes, ending) {
      const name = `picture-${pictures.size + 1}.${ending}`;
      pictures.set(name, bytes);
      return name;
    },
  };
  return { context, pictures };
}

/** The pages and the pictures on them. */
export function paperOf(content: ReportContent): { paper: Paper; pictures: PaperPictures } {
  const { context, pictures } = blockContext(content);
  const { words } = context;
  const { paper, blocks } = content.template;
  const cover = blocks.find((block): block is BlockOf<'cover'> => block.kind === 'cover');
  const { firstDay, lastDay } = content;
  return {
    paper: {
      ...localeOf(content.language),
      paper,
      draft: draftMark(content),
      title: cover ? titleOf(cover, coverTitle(content, words), context) : words.titles[content.type],
      period: firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`,
      author: shortened(content.madeBy, headWidth),
      short: shortened(content.project, headWidth),
      brand: brandOf(content, context),
      made: `${words.madeAt}: ${localTimes(content.timeZone).text(content.madeAtMs)}`,
      sections: sectionsOf(blocks, context),
    },
    pictures,
  };
}

function brandOf({ corporation, cover }: ReportContent, context: BlockContext): Paper['brand'] {
  return {
    title: shortened(corporation, brandWidth),
    logo: cover?.logo ? context.addPicture(cover.logo, 'jpg') : null,
  };
}

const localeOf = (language: ReportContent['language']) =>
  ({
    en: { lang: 'en', region: 'gb' },
    'zh-CN': { lang: 'zh', region: 'cn' },
    'zh-TW': { lang: 'zh', region: 'tw' },
  })[language];

/** The shorter and the longer side of a sheet, and what is left blank beside the text, in millimetres. */
const sheets = { a4: [210, 297], a3: [297, 420] } as const;
const besides = 2 * 15;

/** Blocks that follow each other in the same orientation share their pages. */
function sectionsOf(blocks: readonly ReportBlock[], context: BlockContext): PaperSection[] {
  const { content } = context;
  const writing = { timeOf: localTimes(content.timeZone).text, nameOf: paperName };
  const [short, long] = sheets[content.template.paper];
  const sections: { flipped: boolean; parts: PaperPart[] }[] = [];
  let isCover = false;
  for (const block of blocks) {
    const flipped = (block.orientation ?? context.content.template.orientation) === 'landscape';
    const last = sections.at(-1);
    const parts = [...releaseBefore(block, blocks, content, writing), ...writeBlock(block, context)].map((part) =>
      part.part === 'table' ? { ...part, table: fitted(part.table, (flipped ? long : short) - besides) } : part,
    );
    if (last?.flipped !== flipped) sections.push({ flipped, parts: [...parts] });
    else last.parts.push({ part: block.newPage || isCover || block.kind === 'cover' ? 'break' : 'space' }, ...parts);
    isCover = block.kind === 'cover';
  }
  return isLong(sections.flatMap(({ parts }) => parts)) ? sections : withoutContents(sections);
}

const withoutContents = (sections: readonly PaperSection[]): PaperSection[] =>
  sections
    .map(({ flipped, parts }) => ({
      flipped,
      // With the room before or after it.
      parts: parts.filter(
        ({ part }, i) => part !== 'outline' && !(part === 'space' && parts[i - 1]?.part === 'outline'),
      ),
    }))
    .filter(({ parts }) => parts.length > 0);
