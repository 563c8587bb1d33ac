import type { ParseKeys, TypeOptions } from 'i18next';

/** The key of a word that the English pack has: `points:menu`. A key that is missing there does not compile. */
export type WordKey = ParseKeys<TypeOptions['defaultNS']>;

/** A key that is made of data of the server or of a rule: whether there is a word for each is held by web/test/languages.test.ts. */
export const wordKey = (key: string): WordKey => key as WordKey;
