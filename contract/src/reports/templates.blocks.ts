/**
 * The blocks that a report is put together of, as data: what each may be told. `reportBlocks` is the one list of them; what
 * writes them is in the server (report-blocks), and both are closed over the same kinds.
 */
import { z } from 'zod';
import { pluginLimits, pluginName, pluginPart } from '../platform/plugins.package.ts';
import { type FamilyCode, familyCodes } from '../points/families.ts';
import { id } from '../points/fields.ts';
import { viewOptions } from './templates.views.ts';

export const templateLimits = {
  templates: 100,
  versions: 200,
  blocks: 60,
  /** Pictures in one template, and how long the text of one and of the whole template may be. */
  pictures: 8,
  pictureLength: 200_000,
  contentLength: 850_000,
  textLength: 5_000,
  titleLength: 200,
  /** Readings in the appendices of a report. */
  readings: 100_000,
  photos: 40,
  roundPhotos: 60,
  drawings: 10,
} as const;

export const blockKinds = [
  'cover',
  'contents',
  'text',
  'summary',
  'statistics',
  'charts',
  'profiles',
  'masters',
  'views',
  'drawings',
  'alerts',
  'conclusions',
  'comparison',
  'devices',
  'works',
  'inspections',
  'photos',
  'weather',
  'readings',
  'method',
  'plugin',
] as const;
export type BlockKind = (typeof blockKinds)[number];

export const orientations = ['portrait', 'landscape'] as const;
export const statisticsColumns = [
  'first',
  'last',
  'min',
  'max',
  'mean',
  'change',
  'cumulative',
  'rate',
  'limit',
  'status',
  'complete',
] as const;
export type StatisticsColumn = (typeof statisticsColumns)[number];

/** A line or paragraph with placeholders (templates.placeholders.ts). */
const line = z.string().trim().max(templateLimits.titleLength).default('');
const text = z.string().max(templateLimits.textLength).default('');
/** A picture as it stands in the template, so that an exported file holds it: PNG or JPEG. */
export const picture = z
  .string()
  .max(templateLimits.pictureLength, 'templatePictureLarge')
  .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/, 'templatePicture')
  .nullable()
  .default(null);

const unlike = (list: readonly (number | string)[]): boolean => new Set(list).size === list.length;
export const Narrowing = z
  .object({
    structureIds: z.array(id).max(200).refine(unlike, 'addressRepeat').default([]),
    families: z
      .array(z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]))
      .refine(unlike, 'addressRepeat')
      .default([]),
    pointIds: z.array(id).max(500).refine(unlike, 'addressRepeat').default([]),
  })
  .meta({ id: 'ReportNarrowing' });
export type Narrowing = z.output<typeof Narrowing>;

const placed = {
  title: line.describe('Its heading, with placeholders; empty = the word of the product'),
  orientation: z.enum(orientations).nullable().default(null).describe('null = as the template'),
  newPage: z.boolean().default(false).describe('It begins on a page of its own'),
} as const;
const ofPoints = { ...placed, only: Narrowing.prefault({}).describe('Empty lists = all') } as const;

const Signature = z.object({
  role: line,
  name: line.describe('Empty = a line to sign on'),
  picture,
});

/** Options of each kind of block. */
export const reportBlocks = {
  cover: z.object({
    kind: z.literal('cover'),
    ...placed,
    subtitle: line,
    picture,
    fields: z
      .array(z.object({ label: line, value: line }))
      .max(20)
      .default([])
      .describe('Empty = period, time zone, points, when and by whom it was made'),
    counts: z.boolean().default(true).describe('Points by status, at its foot'),
    signatures: z.array(Signature).max(12).default([]).describe('In their order'),
  }),
  contents: z.object({ kind: z.literal('contents'), ...placed, depth: z.int().min(1).max(3).default(2) }),
  text: z.object({
    kind: z.literal('text'),
    ...placed,
    text: text.describe('Paragraphs, with placeholders'),
    headingDepth: z.int().min(1).max(3).default(1).describe('1 = as the headings of other blocks'),
  }),
  summary: z.object({ kind: z.literal('summary'), ...ofPoints }),
  statistics: z.object({
    kind: z.literal('statistics'),
    ...ofPoints,
    columns: z
      .array(z.enum(statisticsColumns))
      .min(1, 'required')
      .refine(unlike, 'addressRepeat')
      .default([...statisticsColumns].filter((column) => column !== 'mean' && column !== 'limit')),
    times: z.boolean().default(true).describe('When each of them was measured'),
    extremes: z
      .boolean()
      .default(false)
      .describe('Of each measurement with several points, where the greatest figures are'),
    curves: z.boolean().default(false).describe('The curves of all measurements below their tables'),
  }),
  charts: z.object({
    kind: z.literal('charts'),
    ...ofPoints,
    perChart: z.int().min(1).max(8).default(8),
    columns: z.int().min(1).max(3).default(2).describe('Charts beside each other'),
    limits: z.boolean().default(true).describe('The limits that all points of a chart have, as lines'),
  }),
  profiles: z.object({
    kind: z.literal('profiles'),
    ...ofPoints,
    dates: z.int().min(2).max(8).default(5).describe('Surveys in one drawing, spread over the period'),
  }),
  masters: z.object({
    kind: z.literal('masters'),
    ...ofPoints,
    dates: z.int().min(2).max(8).default(5).describe('Surveys in one drawing, spread over the period'),
  }),
  views: z.object({
    kind: z.literal('views'),
    ...ofPoints,
    ...viewOptions,
    columns: z.int().min(1).max(3).default(2).describe('Drawings beside each other'),
    numbers: z.boolean().default(false).describe('The numbers of each drawing below it'),
  }),
  drawings: z.object({ kind: z.literal('drawings'), ...ofPoints }),
  alerts: z.object({
    kind: z.literal('alerts'),
    ...ofPoints,
    handling: z.boolean().default(true).describe('Sentences on how they were handled'),
    fromLevel: z.int().min(1).max(4).default(1),
  }),
  conclusions: z.object({
    kind: z.literal('conclusions'),
    ...ofPoints,
    phrases: z
      .object({ normal: text, blue: text, yellow: text, orange: text, red: text, unknown: text })
      .prefault({})
      .describe('One for each level that points reached; empty = the phrase of the product'),
  }),
  comparison: z.object({ kind: z.literal('comparison'), ...ofPoints }),
  devices: z.object({ kind: z.literal('devices'), ...placed }),
  works: z.object({ kind: z.literal('works'), ...placed }),
  inspections: z.object({
    kind: z.literal('inspections'),
    ...placed,
    detail: z
      .boolean()
      .default(false)
      .describe('Each round with its answers, photos and signatures, below the list of them'),
  }),
  photos: z.object({
    kind: z.literal('photos'),
    ...ofPoints,
    columns: z.int().min(1).max(3).default(2),
  }),
  weather: z.object({ kind: z.literal('weather'), ...ofPoints }),
  readings: z.object({ kind: z.literal('readings'), ...ofPoints }),
  method: z.object({
    kind: z.literal('method'),
    ...ofPoints,
    sentences: z.boolean().default(true),
    calibration: z.boolean().default(false).describe('By which device, channel and formula values are made'),
  }),
  plugin: z.object({
    kind: z.literal('plugin'),
    ...ofPoints,
    part: z
      .union([z.literal(''), pluginPart])
      .default('')
      .describe('A function of a plug-in, `plug-in/function`; empty = none is chosen yet'),
    parameters: z
      .record(pluginName, z.string().max(100))
      .refine((parameters) => Object.keys(parameters).length <= pluginLimits.parameters)
      .default({})
      .describe('What the function is told, by the names that the plug-in gives'),
  }),
} as const satisfies Record<BlockKind, z.ZodObject>;

export const ReportBlock = z
  .discriminatedUnion('kind', [
    reportBlocks.cover,
    reportBlocks.contents,
    reportBlocks.text,
    reportBlocks.summary,
    reportBlocks.statistics,
    reportBlocks.charts,
    reportBlocks.profiles,
    reportBlocks.masters,
    reportBlocks.views,
    reportBlocks.drawings,
    reportBlocks.alerts,
    reportBlocks.conclusions,
    reportBlocks.comparison,
    reportBlocks.devices,
    reportBlocks.works,
    reportBlocks.inspections,
    reportBlocks.photos,
    reportBlocks.weather,
    reportBlocks.readings,
    reportBlocks.method,
    reportBlocks.plugin,
  ])
  .meta({ id: 'ReportBlock' });
export type ReportBlock = z.output<typeof ReportBlock>;
export type BlockOf<K extends BlockKind> = Extract<ReportBlock, { kind: K }>;

/** The pictures of a block. */
const picturesOf = (block: ReportBlock): string[] =>
  block.kind === 'cover'
    ? [block.picture, ...block.signatures.map(({ picture }) => picture)].filter((each) => each !== null)
    : [];

export const TemplateContent = z
  .object({
    paper: z.enum(['a4', 'a3']).default('a4'),
    orientation: z.enum(orientations).default('portrait'),
    blocks: z.array(ReportBlock).min(1, 'required').max(templateLimits.blocks, 'templateBlocks'),
  })
  .refine(({ blocks }) => blocks.flatMap(picturesOf).length <= templateLimits.pictures, {
    path: ['blocks'],
    message: 'templatePictures',
  })
  .refine((content) => JSON.stringify(content).length <= templateLimits.contentLength, {
    path: ['blocks'],
    message: 'templateLarge',
  })
  .meta({ id: 'ReportTemplateContent' });
export type TemplateContent = z.output<typeof TemplateContent>;

/** Content of a report without a template. */
export const defaultContent: TemplateContent = TemplateContent.parse({
  blocks: [
    { kind: 'cover' },
    { kind: 'contents' },
    { kind: 'summary' },
    { kind: 'statistics', curves: true },
    { kind: 'alerts' },
    { kind: 'devices' },
    { kind: 'method' },
  ],
});
