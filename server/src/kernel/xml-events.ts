/** XML that people bring, read as events in the order of its text. Nothing in it is expanded, and nothing is built of it. */
import { Failure } from '@plumbline/contract/kernel/errors';
import sax from 'sax';

/** Where a tag stands in the text: its first character, and the one after its last. */
export interface TagPlace {
  readonly from: number;
  readonly to: number;
}
export interface XmlHandlers {
  readonly open?: (tag: string, attributes: Readonly<Record<string, string>>, place: TagPlace) => void;
  readonly text?: (text: string) => void;
  /** Of an element without content it is the place of its one tag. */
  readonly close?: (tag: string, place: TagPlace) => void;
}

/** Types of its own could become anything, and any amount of it. */
export const declaresTypes = (text: string): boolean => /<!(DOCTYPE|ENTITY)/i.test(text);

/** Throws fileDamaged for what is no XML. */
export function readXmlEvents(text: string, on: XmlHandlers): void {
  const parser = sax.parser(true);
  const place = (): TagPlace => ({ from: parser.startTagPosition - 1, to: parser.position });
  parser.onerror = () => {
    throw new Failure('fileDamaged');
  };
  parser.onopentag = ({ name, attributes }) => on.open?.(name, attributes as Record<string, string>, place());
  parser.ontext = (words) => on.text?.(words);
  parser.oncdata = (words) => on.text?.(words);
  parser.onclosetag = (name) => on.close?.(name, place());
  parser.write(text).close();
}
