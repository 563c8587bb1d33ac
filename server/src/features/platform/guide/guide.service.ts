/** The guide for whoever is signed in. Invariant: a corporation whose documents are disabled, and a private deployment, are answered nothing of it. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { guide } from '@plumbline/contract/platform/guide';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { brief } from '../../people/corporations/corporations.api.ts';
import { guidePages, type Section } from './logic/pages.ts';

type Input<K extends keyof typeof guide> = OutputOf<(typeof guide)[K]['input']>;

const sectionsShown = 30;
const excerptLength = 160;

export async function list(context: Context, { language }: Input<'list'>) {
  await requireDocuments(context);
  return { pages: [...guidePages(language).pages] };
}

/** Throws notFound. */
export async function get(context: Context, { page, language }: Input<'get'>) {
  await requireDocuments(context);
  const text = requireRow(guidePages(language).texts.get(page), { page });
  return { name: page, ...text };
}

export async function search(context: Context, { keyword, language }: Input<'search'>) {
  await requireDocuments(context);
  const words = keyword.toLowerCase().split(/\s+/);
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const inHeading = ({ title, heading }: Section) => holds(`${title} ${heading}`);
  const sections = guidePages(language).sections.filter((each) => holds(`${each.title} ${each.heading} ${each.text}`));
  const sorted = [...sections.filter(inHeading), ...sections.filter((each) => !inHeading(each))];
  return {
    sections: sorted.slice(0, sectionsShown).map(({ name, language: written, title, heading, text }) => ({
      name,
      language: written,
      title,
      heading,
      excerpt: excerptOf(text, words[0] ?? ''),
    })),
  };
}

/** What stands round a word, without marks of Markdown. */
function excerptOf(text: string, word: string): string {
  const plain = text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|#]|^- /gm, ' ')
    // A line that ends and begins in Chinese goes on without a space.
    .replace(/(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const at = Math.max(0, plain.toLowerCase().indexOf(word));
  const from = at - excerptLength / 4;
  // Chinese has few spaces: one far away is no beginning.
  const begin = at < excerptLength / 2 ? 0 : Math.max(plain.lastIndexOf(' ', from) + 1, from - excerptLength / 8);
  const end = begin + excerptLength;
  return `${begin > 0 ? '… ' : ''}${plain.slice(begin, end)}${end < plain.length ? ' …' : ''}`;
}

/** Throws moduleOff. A System account belongs to no corporation that could disable it. */
async function requireDocuments({ db, caller, services: { config } }: Context): Promise<void> {
  if (config.privateDeployment) throw new Failure('moduleOff', { flag: 'privateDeployment' });
  if (caller.corporationId === null) return;
  const corporation = await brief(db, caller.corporationId);
  if (corporation?.documentDisabled) throw new Failure('moduleOff', { flag: 'documentDisabled' });
}
