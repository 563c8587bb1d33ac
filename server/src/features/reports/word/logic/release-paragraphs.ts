/** What a report says of its review and release where its document has no place for it: paragraphs at its beginning. */
import { type XmlNode, xml } from 'easy-template-x';
import { localTimes, type ReportContent } from '../../blocks/blocks.api.ts';
import { releasePaper, writtenConclusions } from '../../release-parts/release-parts.api.ts';
import { blockWordsOf } from '../../words/words.api.ts';

/** `has` = whether the document names what begins so. */
export function releaseParagraphs(content: ReportContent, has: (name: string) => boolean): XmlNode[] {
  const paper = releasePaper(content, { timeOf: localTimes(content.timeZone).text, nameOf: (name) => name });
  const lines: (readonly [string, boolean])[] = [];
  if (paper?.note && !has('release.note')) lines.push([paper.note, true]);
  if (paper?.verify && !has('release.code') && !has('release.address'))
    lines.push(...paper.facts.map(([name, value]) => [`${name}: ${value}`, false] as const), [
      `${paper.verify.title}: ${paper.verify.code}  ${paper.verify.address}`,
      false,
    ]);
  const written = writtenConclusions(content);
  if (written.length > 0 && !has('conclusions.text'))
    lines.push(
      [blockWordsOf(content.language).conclusions, true],
      ...written.map(({ text }) => [text, false] as const),
    );
  return lines.map(([words, isBold]) => paragraph(words, isBold));
}

function paragraph(words: string, isBold: boolean): XmlNode {
  const node = (name: string, childNodes: XmlNode[] = [], attributes: Record<string, string> = {}) =>
    xml.create.generalNode(name, { childNodes, attributes });
  const text = node('w:t', [xml.create.textNode(words.toWellFormed())], { 'xml:space': 'preserve' });
  return node('w:p', [node('w:r', [...(isBold ? [node('w:rPr', [node('w:b')])] : []), text])]);
}
