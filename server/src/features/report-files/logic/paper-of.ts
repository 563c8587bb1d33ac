/** What the layout of a report on paper takes, of its content. Pure. */

import { levelColours } from '@plumbline/contract/constants';
import { type FamilyCode, families } from '@plumbline/contract/families';
import { chartSvg, shortened } from '@plumbline/science/display/chart-svg';
import { type ReportContent, summaryOf } from './content.ts';
import { handlingSentences } from './handling.ts';
import { localTimes, offsetText } from './local-times.ts';
import type { Paper } from './paper.ts';
import {
  alertPaper,
  devicePaper,
  measurementPaper,
  type PaperContext,
  paperContext,
  paperName,
  quietColour,
  summaryPaper,
} from './paper-tables.ts';
import { releasePaper } from './release-paper.ts';
import { fieldWord, wordsOf } from './report-words.ts';

/** Alerts on paper; the spreadsheet has more. */
const maxAlerts = 500;
const headWidth = 60;

export function paperOf(content: ReportContent): Paper {
  const words = wordsOf(content.language);
  const { text } = localTimes(content.timeZone);
  const context = paperContext(content, words);
  const { lines, all } = summaryOf(content.lines);
  const period =
    content.firstDay === content.lastDay ? content.firstDay : `${content.firstDay} ${'–'} ${content.lastDay}`;
  const alerts = content.alerts.slice(0, maxAlerts);
  return {
    ...localeOf(content.language),
    title: words.titles[content.type],
    period,
    author: shortened(content.madeBy, headWidth),
    project: paperName(content.project),
    short: shortened(content.project, headWidth),
    corporation: paperName(content.corporation),
    made: `${words.madeAt}: ${text(content.madeAtMs)}`,
    facts: factsOf(content, period),
    notes: content.madeAtMs < content.toMs ? [words.unfinished(text(content.madeAtMs))] : [],
    counts: countsOf(content),
    words: {
      contents: words.contents,
      measurements: words.measurements,
      curves: words.curves,
      none: words.measurementsNone,
    },
    summary: { title: words.summary, note: words.summaryNote, table: summaryPaper(lines, all, words) },
    families: familiesOf(content, context),
    alerts: {
      title: words.alerts,
      notes: [
        ...(content.alertTotal === 0 ? [words.alertsNone] : []),
        ...handlingSentences(content, words),
        ...(content.alertTotal > alerts.length ? [words.alertsMore(alerts.length, content.alertTotal)] : []),
      ],
      table: alertPaper(alerts, context),
    },
    devices: {
      title: words.devices,
      notes: [content.devices.length === 0 ? words.devicesNone : words.devicesNote],
      table: devicePaper(content, context),
    },
    release: releasePaper(content),
    method: { title: words.methodTitle, sentences: words.method(content.timeZone) },
  };
}

const localeOf = (language: ReportContent['language']) =>
  ({
    en: { lang: 'en', region: 'gb' },
    'zh-CN': { lang: 'zh', region: 'cn' },
    'zh-TW': { lang: 'zh', region: 'tw' },
  })[language];

function factsOf(content: ReportContent, period: string): Paper['facts'] {
  const words = wordsOf(content.language);
  const { text } = localTimes(content.timeZone);
  const offsets = [offsetText(content.timeZone, content.fromMs), offsetText(content.timeZone, content.toMs - 1)];
  return [
    [words.period, period],
    [words.zone, `${content.timeZone} (${[...new Set(offsets)].join(', ')})`],
    [words.points, String(content.lines.filter(({ isMain }) => isMain).length)],
    [words.madeAt, text(content.madeAtMs)],
    [words.madeBy, paperName(content.madeBy)],
  ];
}

/** The points by what they are, as the cover shows them: what there is none of is left out, but for normal. */
function countsOf({ lines, language }: ReportContent): Paper['counts'] {
  const words = wordsOf(language);
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

/** Families in the order of the catalogue; in each the structures, with their points and curves. */
function familiesOf(content: ReportContent, context: PaperContext): Paper['families'] {
  const present = new Set(content.lines.map(({ point }) => point.family));
  return (Object.keys(families) as FamilyCode[])
    .filter((family) => present.has(family))
    .map((family) => {
      const own = content.lines.filter(({ point }) => point.family === family);
      const groups = Map.groupBy(own, ({ point }) => point.structure);
      return {
        title: context.words.families[family],
        groups: [...groups].map(([structure, lines]) => ({
          title: paperName(structure),
          table: measurementPaper(lines, context),
        })),
        charts: chartsOf(content, family),
      };
    });
}

const chartsOf = (content: ReportContent, family: FamilyCode) =>
  content.charts
    .filter((chart) => chart.family === family)
    .map((chart) => {
      const unit = chart.field.unit === '' ? '' : `, ${chart.field.unit}`;
      return {
        title: `${shortened(chart.structure, headWidth)}: ${fieldWord(family, chart.field.key, content.language)}${unit}`,
        svg: chartSvg(chart, content),
      };
    });
