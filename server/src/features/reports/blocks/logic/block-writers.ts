/**
 * What each block of a template prints: one writer for each kind, closed over the kinds of the contract. A block whose points
 * or records are not there says so; none is left out in silence.
 */

import { levelColours } from '@plumbline/contract/kernel/constants';
import type { BlockKind, BlockOf, ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import type { PaperCover, PaperPart } from '../../paper/paper.api.ts';
import { releasePaper } from '../../release-parts/release-parts.api.ts';
import type { ReportWords } from '../../words/words.api.ts';
import { type BlockContext, type BlockWriter, heading, isWithin, linesWithin, note, titleOf } from './block-parts.ts';
import { type ReportContent, summaryOf } from './content.ts';
import { handlingSentences } from './handling.ts';
import { localTimes, offsetText } from './local-times.ts';
import { alertPaper, devicePaper, paperName, quietColour, summaryPaper } from './paper-tables.ts';
import { plugin } from './plugin-blocks.ts';
import { charts, comparison, conclusions, statistics } from './point-blocks.ts';
import { masters, profiles } from './shape-blocks.ts';
import { drawings, inspections, method, photos, readings, weather, works } from './site-blocks.ts';
import { views } from './view-blocks.ts';

/** Alerts on paper; the spreadsheet has more. */
const maxAlerts = 500;

/** PNG or JPEG as it stands in a template. */
function pictureOf(written: string | null, { addPicture }: BlockContext): string | null {
  if (written === null) return null;
  const [, kind, base64 = ''] = /^data:image\/(png|jpeg);base64,(.*)$/.exec(written) ?? [];
  return kind === undefined ? null : addPicture(Buffer.from(base64, 'base64'), kind === 'png' ? 'png' : 'jpg');
}

const cover: BlockWriter<'cover'> = (block, context) => {
  const { content, words, texts } = context;
  const { text } = localTimes(content.timeZone);
  const { cover: defaults } = content;
  const hasPicture = block.picture !== null;
  const filled: PaperCover = {
    release: releasePaper(content, { timeOf: text, nameOf: paperName }),
    corporation: paperName(content.corporation),
    title: titleOf(block, coverTitle(content, words), context),
    project: paperName(content.project),
    subtitle: paperName(texts.write(block.subtitle)) || paperName(defaults?.subtitle ?? ''),
    picture: pictureOf(block.picture, context),
    logo: hasPicture || !defaults?.logo ? null : context.addPicture(defaults.logo, 'jpg'),
    site: hasPicture || !defaults?.picture ? null : context.addPicture(defaults.picture, 'jpg'),
    facts:
      block.fields.length > 0
        ? block.fields
            .filter(({ value }) => !isUnnamedParty(value, defaults))
            .map(({ label, value }) => [paperName(texts.write(label)), paperName(texts.write(value))] as const)
        : factsOf(content, words),
    notes: content.madeAtMs < content.toMs ? [words.unfinished(text(content.madeAtMs))] : [],
    counts: block.counts ? countsOf(content, words) : [],
    signatures: signaturesOf(block, context),
  };
  return [{ part: 'cover', cover: filled }];
};

/** Returns whether a field is a party alone that the project does not name: a cover has no line for nobody. */
function isUnnamedParty(value: string, cover: ReportContent['cover']): boolean {
  const party = /^\{\{\s*project\.(client|contractor|supervisor)\s*\}\}$/.exec(value)?.[1];
  return party !== undefined && !cover?.[party as 'client' | 'contractor' | 'supervisor'];
}

/** The title of a cover that has none of its own. */
export const coverTitle = ({ cover: defaults, type }: ReportContent, words: ReportWords): string =>
  paperName(defaults?.title ?? '') || words.titles[type];

/** The signatures of the block, else those of the project. */
function signaturesOf({ signatures }: BlockOf<'cover'>, context: BlockContext): PaperCover['signatures'] {
  const { content, texts } = context;
  if (signatures.length === 0)
    return (content.cover?.signatures ?? []).map(({ duty, person }) => ({
      role: paperName(duty),
      name: paperName(person),
      picture: null,
    }));
  return signatures.map(({ role, name, picture }) => ({
    role: paperName(texts.write(role)),
    name: paperName(texts.write(name)),
    picture: pictureOf(picture, context),
  }));
}

/** Returns the subject of an event report: where, at which level, from when to when. */
export function eventFacts({ event, timeZone }: ReportContent, words: ReportWords): [string, string][] {
  if (!event) return [];
  const { text } = localTimes(timeZone);
  const over = event.over === null ? words.notReleased : text(Date.parse(event.over));
  const where = [event.structure, event.point].filter((name) => name !== '').join(': ');
  return [
    [words.event, `${paperName(where)}, ${words.levels[event.level] ?? ''}, ${text(Date.parse(event.at))}`],
    [words.releasedAt, over],
  ];
}

/** The parties of a project that are named, each with its word. */
export const partiesOf = (cover: ReportContent['cover'], words: ReportWords): (readonly [string, string])[] =>
  (['client', 'contractor', 'supervisor'] as const).flatMap((party) => {
    const name = paperName(cover?.[party] ?? '');
    return name === '' ? [] : [[words[party], name] as const];
  });

function factsOf(content: ReportContent, words: ReportWords): PaperCover['facts'] {
  const { text } = localTimes(content.timeZone);
  const { firstDay, lastDay } = content;
  const offsets = [offsetText(content.timeZone, content.fromMs), offsetText(content.timeZone, content.toMs - 1)];
  return [
    ...eventFacts(content, words),
    ...partiesOf(content.cover, words),
    [words.period, firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`],
    [words.zone, `${content.timeZone} (${[...new Set(offsets)].join(', ')})`],
    [words.points, String(content.lines.filter(({ isMain }) => isMain).length)],
    [words.madeAt, text(content.madeAtMs)],
    [words.madeBy, paperName(content.madeBy)],
  ];
}

/** The points by what they are, as the cover shows them: what there is none of is left out, but for normal. */
function countsOf({ lines }: ReportContent, words: ReportWords): PaperCover['counts'] {
  const { all } = summaryOf(lines);
  return [
    ...all.levels.map((count, level) => ({
      title: words.levels[level] ?? '',
      count,
      colour: (count > 0 && levelColours[level]) || quietColour,
    })),
    { title: words.withoutLimits, count: all.withoutLimits, colour: quietColour },
    { title: words.failed, count: all.failed, colour: quietColour },
    { title: words.stale, count: all.stale, colour: quietColour },
    { title: words.noReading, count: all.neverRead, colour: quietColour },
  ]
    .filter(({ count }, i) => i === 0 || count > 0)
    .map((each) => ({ ...each, count: String(each.count) }));
}

const contents: BlockWriter<'contents'> = (block, context) => [
  { part: 'outline', title: titleOf(block, context.words.contents, context), depth: block.depth },
];

const text: BlockWriter<'text'> = (block, context) => [
  ...(block.title === '' ? [] : [heading(titleOf(block, context.own.text, context), block.headingDepth)]),
  ...context.texts
    .write(block.text)
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => note(paragraph, false)),
];

const summary: BlockWriter<'summary'> = (block, context) => {
  const blockLines = linesWithin(block.only, context);
  const { lines, all } = summaryOf(blockLines);
  return [
    heading(titleOf(block, context.words.summary, context)),
    note(
      blockLines.length === 0 && context.content.lines.length > 0 ? context.own.nothingLeft : context.words.summaryNote,
    ),
    { part: 'table', table: summaryPaper(lines, all, context.words) },
  ];
};

const alerts: BlockWriter<'alerts'> = (block, context) => {
  const { content, words, tables } = context;
  // An alert of a point that is not in the report any more is there where nothing was narrowed.
  const isAll = Object.values(block.only).every((list) => list.length === 0);
  const blockAlerts = content.alerts.filter(
    (alert) =>
      alert.level >= block.fromLevel &&
      (isAll || isWithin(block.only, { id: alert.pointId, family: alert.family }, content.structuresOf)),
  );
  const total = isAll && block.fromLevel === 1 ? content.alertTotal : blockAlerts.length;
  const listed = blockAlerts.slice(0, maxAlerts);
  const notes = [
    ...(total === 0 ? [words.alertsNone] : []),
    ...(block.handling && isAll ? handlingSentences(content, words) : []),
    ...(total > listed.length ? [words.alertsMore(listed.length, total)] : []),
  ];
  return [
    heading(titleOf(block, words.alerts, context)),
    ...notes.map((sentence) => note(sentence, false)),
    ...(listed.length > 0 ? [{ part: 'table', table: alertPaper(listed, tables) } as const] : []),
  ];
};

const devices: BlockWriter<'devices'> = (block, context) => {
  const { content, words, tables } = context;
  const isEmpty = content.devices.length === 0;
  return [
    heading(titleOf(block, words.devices, context)),
    note(isEmpty ? words.devicesNone : words.devicesNote),
    ...(isEmpty ? [] : [{ part: 'table', table: devicePaper(content, tables) } as const]),
  ];
};

const writers: { readonly [K in BlockKind]: BlockWriter<K> } = {
  cover,
  contents,
  text,
  summary,
  statistics,
  charts,
  profiles,
  masters,
  views,
  drawings,
  alerts,
  conclusions,
  comparison,
  devices,
  works,
  inspections,
  photos,
  weather,
  readings,
  method,
  plugin,
};

export const writeBlock = (block: ReportBlock, context: BlockContext): PaperPart[] =>
  (writers[block.kind] as BlockWriter<BlockKind>)(block as never, context);
