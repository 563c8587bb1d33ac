/**
 * docs/guide/points/families.md and its Chinese page, made from the catalogue of the contract, the recipes of science and the words of
 * the web, so that the pages and the product cannot say different things. `node_modules/.bin/node tools/families-page.ts`
 * writes them again; tools/test/families-page.test.ts fails when they are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type Family,
  type FamilyCode,
  families,
  familyCodes,
  type SensorMode,
} from '@plumbline/contract/points/families';
import { recipe } from '@plumbline/science/sensors/recipes';
import { english, type PageWords } from './families-page.words.ts';
import { chinese } from './families-page.words.zh.ts';

const root = join(import.meta.dirname, '..');
export const pagePaths = {
  en: join(root, 'docs/guide/points/families.md'),
  'zh-CN': join(root, 'docs/guide/zh-CN/points/families.md'),
} as const;
type PageLanguage = keyof typeof pagePaths;
const pageWords: Readonly<Record<PageLanguage, PageWords>> = { en: english, 'zh-CN': chinese };
/** Where the decisions lie, seen from the page. */
const decisions: Readonly<Record<PageLanguage, string>> = { en: '../../decisions', 'zh-CN': '../../../decisions' };

interface Words {
  readonly family: Readonly<Record<string, string>>;
  readonly field: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly parameter?: Readonly<Record<string, string>>;
}
const wordsOf = (language: PageLanguage, pack: string) =>
  JSON.parse(readFileSync(join(root, `web/src/languages/${language}/points/${pack}.json`), 'utf8')) as Words;

/** Settings of a parameter by which a recipe asks for others. */
const choices: readonly { readonly isSet: boolean; readonly parameters: Readonly<Record<string, number>> }[] = [
  { isSet: false, parameters: { form: 1 } },
  { isSet: false, parameters: { form: 2 } },
  { isSet: false, parameters: { form: 3 } },
  { isSet: false, parameters: { form: 4 } },
  { isSet: false, parameters: { measures: 1 } },
  { isSet: false, parameters: { measures: 2 } },
  { isSet: true, parameters: { weir: 1 } },
  { isSet: true, parameters: { A: 1, B: 1 } },
  { isSet: true, parameters: { ratedOutput: 1, fullScale: 1 } },
];
const conditionOf = ({ isSet, parameters }: (typeof choices)[number], words: PageWords): string =>
  isSet
    ? words.set(Object.keys(parameters))
    : Object.entries(parameters)
        .map(([key, value]) => words.is(key, value))
        .join(words.and);

type ParameterSpec = ReturnType<typeof recipe>['parameters'][number];

/** One of those that repeat for every node; the notes say what they are. */
const isOfNode = ({ key }: ParameterSpec): boolean => /^(length|twist|ix|iy)\d+$/.test(key);

interface Row {
  readonly key: string;
  readonly unit: string;
  readonly fallback: string;
  readonly when: string[];
}

/** The parameters of a family as rows: one for each key, unit and default, with the modes in which it is asked for. */
function parameterRows(code: FamilyCode, modes: readonly number[], nodeCount: number, words: PageWords): Row[] {
  const rows = new Map<string, Row>();
  const dropped = new Map<string, string[]>();
  const add = ({ key, unit, required, default: preset }: ParameterSpec, when: string) => {
    const fallback = required ? words.required : preset === null ? words.notUsed : String(preset);
    const name = `${key} ${unit} ${fallback}`;
    const row = rows.get(name) ?? { key, unit, fallback, when: [] };
    row.when.push(when);
    rows.set(name, row);
  };
  for (const mode of modes) {
    const bare = recipe({ family: code, mode, nodeCount, parameters: {} }).parameters;
    for (const each of bare) if (!isOfNode(each)) add(each, String(mode));
    for (const choice of choices) {
      const { parameters } = choice;
      const condition = conditionOf(choice, words);
      if (!Object.keys(parameters).every((key) => bare.some((each) => each.key === key))) continue;
      const chosen = recipe({ family: code, mode, nodeCount, parameters }).parameters;
      for (const each of chosen)
        if (
          !isOfNode(each) &&
          !isDeepStrictEqual(
            each,
            bare.find(({ key }) => key === each.key),
          )
        )
          add(each, words.withSetting(String(mode), condition));
      for (const { key } of bare)
        if (!chosen.some((each) => each.key === key))
          dropped.set(`${key} ${mode}`, [...(dropped.get(`${key} ${mode}`) ?? []), condition]);
    }
  }
  for (const { key, when } of rows.values())
    for (const [i, mode] of when.entries()) {
      const without = dropped.get(`${key} ${mode}`);
      if (without) when[i] = words.without(mode, without.join(words.or));
    }
  return [...rows.values()];
}

interface PageParts {
  readonly names: Words;
  readonly settings: Words;
  readonly words: PageWords;
}
const rule = (head: string): string => `|${' --- |'.repeat(head.split('|').length - 2)}`;

function parameterTable(
  code: FamilyCode,
  modes: readonly number[],
  nodeCount: number,
  { settings, words }: PageParts,
): string[] {
  const rows = parameterRows(code, modes, nodeCount, words);
  if (rows.length === 0) return ['', words.noParameters];
  return [
    '',
    words.parametersHead,
    rule(words.parametersHead),
    ...rows.map(
      ({ key, unit, fallback, when }) =>
        `| \`${key}\` | ${settings.parameter?.[key] ?? ''} | ${unit} | ${fallback} | ${when.join(words.between)} |`,
    ),
  ];
}

function section(code: FamilyCode, parts: PageParts): string {
  const { names, words } = parts;
  const { fields, nodeFields = [], modes, watch }: Family = families[code];
  const row = ({ key, unit, precision }: (typeof fields)[number], each: string) => {
    const name = names.field[code]?.[key] ?? key;
    return `| \`${key}${each}\` | ${each ? words.ofEachNode(name) : name} | ${unit || words.none} | ${precision} |`;
  };
  const lines = [`## ${names.family[code]}`, '', words.code(code, words.watched[watch])];
  for (const note of words.notes[code] ?? []) lines.push('', note);
  if (fields.length > 0) {
    lines.push('', words.fieldsHead, rule(words.fieldsHead));
    lines.push(...fields.map((field) => row(field, '')), ...nodeFields.map((field) => row(field, '1, 2, ...')));
  }
  if (modes.length > 0) {
    const nodeCount = nodeFields.length > 0 ? 1 : 0;
    lines.push('', words.quantitiesHead, rule(words.quantitiesHead));
    for (const mode of modes) {
      const { quantities } = recipe({ family: code, mode, nodeCount, parameters: {} });
      const list = quantities.map((each) => `\`${each}\``).join(words.between);
      lines.push(`| ${mode} ${words.modeNames[mode]} | ${list} |`);
    }
    lines.push(...parameterTable(code, modes, nodeCount, parts));
  }
  return lines.join('\n');
}

/** The page of a language as file text. */
export function familiesPage(language: PageLanguage): string {
  const words = pageWords[language];
  const parts = { names: wordsOf(language, 'families'), settings: wordsOf(language, 'points'), words };
  const all = Object.values(families) as readonly Family[];
  const anchor = (name: string) => name.toLowerCase().replace(/ /g, '-');
  const nameOf = ({ code }: Family): string => parts.names.family[code] ?? code;
  const [before, between, after] = words.list;
  const modes = Object.entries(words.computed).map(
    ([mode, meaning]) => `| ${mode} | ${words.modeNames[Number(mode) as SensorMode]} | ${meaning} |`,
  );
  const head = [
    `# ${words.title}`,
    '<!-- Made by tools/families-page.ts from the contract and the recipes. Do not edit by hand. -->',
    words.intro,
    `## ${words.modesTitle}`,
    [words.modesHead, rule(words.modesHead), ...modes].join('\n'),
    words.formulas.replace('../decisions', decisions[language]),
    `${before}${all.map((each) => `[${nameOf(each)}](#${anchor(nameOf(each))})`).join(between)}${after}\n`,
  ].join('\n\n');
  return `${[head, ...familyCodes.map((code) => section(code, parts))].join('\n')}\n`
    .replace(/\n## /g, '\n\n## ')
    .replace(/\n{3,}/g, '\n\n');
}

if (import.meta.main)
  for (const language of Object.keys(pagePaths) as PageLanguage[])
    writeFileSync(pagePaths[language], familiesPage(language));
