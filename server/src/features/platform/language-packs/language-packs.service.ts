/**
 * Packs of words for further languages. Invariant: what a pack says has the placeholders of what it stands for and no markup
 * of its own, and a word that it does not have is said in the language below.
 */
import { Readable } from 'node:stream';
import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { languagePacks, PackWords } from '@plumbline/contract/platform/language-packs';
import type { Context, Db } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { version } from '../../../kernel/version.ts';
import * as table from './language-packs.table.ts';
import { checkPack } from './logic/pack-check.ts';
import { productWords } from './logic/product-words.ts';

type Input<K extends keyof typeof languagePacks> = OutputOf<(typeof languagePacks)[K]['input']>;

const names: Readonly<Record<Language, string>> = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', en: 'English' };
const maxPacks = 50;
const maxListed = 200;

const ofProduct = (language: Language) => ({
  lang: language as string,
  name: names[language],
  base: language,
  langVersion: version,
  isOwn: false,
});
const ofPack = ({ lang, name, base, langVersion }: Omit<table.Pack, 'words'>) => ({
  lang,
  name,
  base,
  langVersion: String(langVersion),
  isOwn: true,
});
const asBuiltIn = (lang: string): Language | undefined =>
  languages.find((each) => each.toLowerCase() === lang.toLowerCase());

export async function list({ db }: Context) {
  return { languages: [...languages.map(ofProduct), ...(await table.packs(db)).map(ofPack)] };
}

/** Throws notFound. */
export async function get({ db }: Context, { lang, langVersion }: Input<'get'>) {
  const builtIn = asBuiltIn(lang);
  if (builtIn) {
    const listed = ofProduct(builtIn);
    return { ...listed, words: langVersion === listed.langVersion ? null : Object.fromEntries(productWords(builtIn)) };
  }
  const pack = await requirePack(db, lang);
  const listed = ofPack(pack);
  return { ...listed, words: langVersion === listed.langVersion ? null : wordsBelow(pack) };
}

/** A word whose key went with an upgrade, or whose placeholders became others, is said in the language below. */
const wordsBelow = ({ base, words }: table.Pack): Record<string, string> => {
  const from = productWords(base);
  const present = Object.fromEntries(
    Object.entries(words)
      .filter(([key]) => from.has(key))
      .map(([key, to]) => [key, { to }]),
  );
  return { ...checkPack(from, present).translated };
};

async function requirePack(db: Db, lang: string): Promise<table.Pack> {
  const pack = requireRow(await table.pack(db, lang), { lang });
  return pack;
}

export async function states({ db }: Context) {
  const listed = await table.packs(db);
  const packs = await Promise.all(listed.map(({ lang }) => requirePack(db, lang)));
  return {
    packs: packs.map((pack) => {
      const translated = Object.keys(wordsBelow(pack)).length;
      const { lang, byName, changedAt } = pack;
      const missing = productWords(pack.base).size - translated;
      return { lang, translated, missing, byName, changedAt: changedAt.toISOString() };
    }),
  };
}

export async function missing({ db }: Context, { lang, keyword = '', page }: Input<'missing'>) {
  const pack = await requirePack(db, lang);
  const words = wordsBelow(pack);
  const needle = keyword.toLowerCase();
  const matching = [...productWords(pack.base)]
    .filter(([key, from]) => words[key] === undefined && `${key} ${from}`.toLowerCase().includes(needle))
    .map(([key, from]) => ({ key, from }));
  return { missing: matching.slice((page - 1) * maxListed, page * maxListed), total: matching.length };
}

export async function file({ db }: Context, { lang, base }: Input<'file'>): Promise<Download> {
  const pack = await table.pack(db, lang);
  const from = productWords(pack?.base ?? base);
  const translated = pack ? wordsBelow(pack) : {};
  const words: PackWords = Object.fromEntries(
    [...from].map(([key, text]) => [key, { from: text, to: translated[key] ?? '' }]),
  );
  const content = { lang, name: pack?.name ?? lang, base: pack?.base ?? base, words };
  return {
    type: 'application/json; charset=utf-8',
    fileName: `plumbline-${lang}.json`,
    stream: Readable.from([JSON.stringify(content, null, 2)], { objectMode: false }),
  };
}

/** Throws languageBuiltIn, languagePackRefused and limitReached. */
export async function save({ db, caller, now }: Context, { lang, name, base, words, dryRun }: Input<'save'>) {
  if (asBuiltIn(lang)) throw new Failure('languageBuiltIn', { lang });
  const from = productWords(base);
  const { translated, problems } = checkPack(from, words);
  if (problems.length > 0) throw new Failure('languagePackRefused', { problems });
  const count = Object.keys(translated).length;
  const answer = { translated: count, missing: from.size - count };
  if (dryRun) return answer;
  const listed = await table.packs(db);
  if (listed.length >= maxPacks && !listed.some((each) => each.lang === lang))
    throw new Failure('limitReached', { fault: 'languagePacks', max: maxPacks });
  await table.save(db, { lang, name, base, words: translated, byName: caller.displayName, changedAt: now() });
  return answer;
}

/** Throws notFound. */
export async function remove({ db }: Context, { lang }: Input<'remove'>) {
  if (!(await table.remove(db, lang))) throw new Failure('notFound', { lang });
  return {};
}
