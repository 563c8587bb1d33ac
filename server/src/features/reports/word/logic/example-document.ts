/** A Word document to begin with: each kind of tag that a template may hold, with words of the language. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { Document, HeadingLevel, Packer, Paragraph, type Table, TextRun } from 'docx';
import { blockWordsOf, wordsOf } from '../../words/words.api.ts';
import { line, runs, tableOf } from './docx-parts.ts';

/** Of the text of a page with the margins of Word. */
const widthMm = 158;
const font = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial', eastAsia: 'Microsoft YaHei' };

// Long because it is one document, line by line.
export async function exampleDocument(language: Language): Promise<Uint8Array> {
  const [words, blockWords] = [wordsOf(language), blockWordsOf(language)];
  const heading = (text: string) =>
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: runs(text), spacing: { before: 320, after: 120 } });
  const table = (columns: readonly (readonly [string, number])[], cells: readonly string[]): Table =>
    tableOf(
      {
        size: 7,
        columns: columns.map(([title, width]) => ({ title, width, right: false })),
        rows: [cells.map((text) => ({ text }))],
      },
      widthMm,
    );
  const children = [
    line('{{project.corporation}}', { size: 11, colour: '6B7280' }),
    new Paragraph({ heading: HeadingLevel.TITLE, children: runs('{{period.title}}') }),
    line('{{project.name}}', { size: 15 }),
    line(`${words.period}: {{period.first}} – {{period.last}}`),
    line(`${words.madeAt}: {{report.madeAt}}  ${words.madeBy}: {{report.madeBy}}`),
    line('{{#if release.note}}'),
    line('{{release.note}}', { bold: true, colour: 'B45309' }),
    line('{{/if}}'),
    line('{{#if release.code}}'),
    line('{{release.picture | width:3}}'),
    line('{{release.code}}  {{release.address}}', { size: 8 }),
    line('{{/if}}'),
    heading(blockWords.conclusions),
    line('{{#if conclusions.text}}'),
    line('{{conclusions.text}}'),
    line('{{/if}}'),
    line('{{#conclusions}}'),
    line('{{conclusion.text}}'),
    line('{{/conclusions}}'),
    line('{{#structures}}'),
    heading('{{structure.name}}'),
    line(`${words.points}: {{structure.points}}  ${words.level}: {{structure.level}}`),
    table(
      [
        ...([
          [words.point, 2.6],
          [words.family, 2.4],
          [words.last, 1.8],
          [words.min, 1.8],
          [words.max, 1.8],
        ] as const),
        ...([
          [words.change, 1.6],
          [words.cumulative, 2],
          [words.status, 2],
        ] as const),
      ],
      [
        '{{#points}}{{point.name}}',
        '{{point.family}}, {{point.unit}}',
        ...[
          '{{point.last}}',
          '{{point.min}}',
          '{{point.max}}',
          '{{point.change | signed}}',
          '{{point.cumulative | signed}}',
        ],
        '{{point.status}}{{/points}}',
      ],
    ),
    line('{{#charts}}'),
    line('{{chart.title}}', { bold: true, size: 8 }),
    line('{{chart.picture}}'),
    line('{{/charts}}'),
    line('{{/structures}}'),
    heading(words.alerts),
    line('{{#unless alerts}}'),
    line(words.alertsNone),
    line('{{/unless}}'),
    line('{{#if alerts}}'),
    table(
      [
        ...([
          [words.measuredAt, 2],
          [words.point, 2.4],
          [words.level, 1.4],
          [words.value, 1.6],
        ] as const),
        ...([
          [words.threshold, 1.6],
          [words.handling, 2],
          [words.reason, 3],
        ] as const),
      ],
      [
        ...['{{#alerts}}{{alert.at}}', '{{alert.point}}', '{{alert.level}}', '{{alert.value}} {{alert.unit}}'],
        ...['{{alert.threshold}} {{alert.unit}}', '{{alert.status}}', '{{alert.reason}}{{/alerts}}'],
      ],
    ),
    line('{{/if}}'),
    new Paragraph({ children: [new TextRun('')] }),
  ];
  const document = new Document({
    title: words.about,
    creator: 'Plumbline',
    sections: [{ children }],
    styles: {
      default: {
        document: { run: { font, size: '10pt' } },
        title: { run: { size: '26pt', bold: true, font } },
        heading1: { run: { size: '14pt', bold: true, font, color: '1F2937' } },
      },
    },
  });
  return new Uint8Array(await Packer.toBuffer(document));
}
