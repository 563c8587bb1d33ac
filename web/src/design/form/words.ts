import i18next, { type TFunction } from 'i18next';
import { wordKey } from '../../kernel/words.ts';

/** A definition's text in the reader's language: a key of the packs (`devices:name`), or the text as it stands. */
export const wordsIn = (text: string, t: TFunction): string =>
  /^[a-zA-Z]+:[\w.-]+$/.test(text) && i18next.exists(text) ? t(wordKey(text)) : text;
