/** The words of reports, in every language: who reads one has no page of ours that could translate it. */
export { blockWordsOf } from './logic/block-words.ts';
export type { BlockWords, ReportWords } from './logic/word-list.ts';
export { fieldWord, levelWord, pointStateWord, statusWord, wordsOf } from './logic/words.ts';
