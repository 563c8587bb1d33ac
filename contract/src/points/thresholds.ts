import { z } from 'zod';
import { elementAt } from '../kernel/elements.ts';
import { route } from '../kernel/route.ts';
import { familyCodes } from './families.ts';
import { done, id, ids, name, paging } from './fields.ts';
import { reason } from './points.point.ts';
import { RowProblem } from './points.rows.ts';

export const thresholdKinds = ['value', 'cumulative', 'rate', 'multi'] as const;
export const thresholdMethods = ['twoSided', 'upper', 'lower'] as const;

/** Levels 1 to 4 (blue, yellow, orange, red); a level may be left out, what is set ascends from above 0. */
export const Levels = z
  .array(z.number().positive().max(1e12).nullable())
  .length(4)
  .refine((levels) => {
    const set = levels.filter((each) => each !== null);
    return set.length > 0 && set.every((each, i) => i === 0 || each > elementAt(set, i - 1));
  }, 'thresholdsNotAscending');

const rule = {
  kind: z.enum(thresholdKinds),
  method: z.enum(thresholdMethods).default('twoSided'),
  levels: Levels,
  base: z.enum(['value', 'cumulative']).default('value').describe('multi only: what is watched beside the rate'),
  combine: z.enum(['and', 'or']).default('and').describe('multi only: and = the lower of both levels, or = the higher'),
  rateLevels: Levels.nullable().default(null).describe('multi only: levels of the rate per day'),
  releaseRatio: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.95)
    .describe('A level is left below this part of its threshold ...'),
  releaseCount: z.int().min(1).max(10).default(2).describe('... for this many readings in a row'),
  consecutive: z
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('Readings in a row that must reach a level before it is raised'),
};
const ratesPresent: [(each: { kind: string; rateLevels: unknown }) => boolean, { path: string[]; message: string }] = [
  (each) => each.kind !== 'multi' || each.rateLevels !== null,
  { path: ['rateLevels'], message: 'rateLevelsNeeded' },
];

/** A limit on one field of a point. `multi` watches `base` and the rate together. */
export const Threshold = z
  .object({ field: z.string().max(16), ...rule, enabled: z.boolean().default(true) })
  .refine(...ratesPresent)
  .meta({ id: 'Threshold' });
export type Threshold = z.output<typeof Threshold>;

/** `levels` = limits in the unit of the field; `ratio` = per cent of the control value of the design. */
export const templateBases = ['levels', 'ratio'] as const;

const templateFields = {
  name: name(32),
  family: z
    .enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]])
    .nullable()
    .default(null)
    .describe('null = any'),
  field: z.string().max(16).nullable().default(null).describe('null = chosen when it is used'),
  basis: z.enum(templateBases),
  ...rule,
  note: z.string().trim().max(200).default(''),
};
/** Limits that are used again and again. */
export const ThresholdTemplate = z
  .object({
    id: z.int(),
    code: z
      .string()
      .nullable()
      .describe('Set where Plumbline brought it: its words are in the language packs, and it cannot be changed'),
    ...templateFields,
  })
  .meta({ id: 'ThresholdTemplate' });
export type ThresholdTemplate = z.output<typeof ThresholdTemplate>;

/**
 * The limit that a template stands for. `control` and `rateControl` = the control values of the design, in the unit of
 * the field and in that unit a day; asked for by a template of ratios alone.
 */
export function thresholdOf(
  template: Pick<ThresholdTemplate, 'basis' | 'levels' | 'rateLevels' | 'kind' | 'method' | 'base' | 'combine'> &
    Pick<ThresholdTemplate, 'releaseRatio' | 'releaseCount' | 'consecutive'>,
  controls: { readonly field: string; readonly control?: number; readonly rateControl?: number },
): Threshold {
  const of = (levels: readonly (number | null)[], control: number | undefined) =>
    template.basis === 'levels'
      ? [...levels]
      : // A percentage of a control value such as 20 is meant exactly: 14, not 14.000000000000002.
        levels.map((each) => (each === null ? null : Number(((each * (control ?? Number.NaN)) / 100).toPrecision(12))));
  const { kind, method, base, combine, releaseRatio, releaseCount, consecutive } = template;
  return {
    field: controls.field,
    kind,
    method,
    levels: of(template.levels, kind === 'rate' ? (controls.rateControl ?? controls.control) : controls.control),
    base,
    combine,
    rateLevels: template.rateLevels && of(template.rateLevels, controls.rateControl),
    releaseRatio,
    releaseCount,
    consecutive,
    enabled: true,
  };
}

const aTemplate = {
  corporationId: 1,
  name: 'Top of wall, grade I',
  basis: 'ratio' as const,
  kind: 'cumulative' as const,
  levels: [60, 70, 85, 100],
};
const thresholdList = z.array(Threshold).max(50);
/** One act that changed the limits of a point. */
export const ThresholdChange = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    by: z.string().nullable().describe('null = an account that is no more'),
    reason: z.string(),
    before: z.array(Threshold),
    after: z.array(Threshold),
  })
  .meta({ id: 'ThresholdChange' });
const anyOfThem = z.array(z.object({ pointId: z.int(), thresholds: z.array(Threshold) }));

/** The limits of points, their history and templates. */
export const thresholds = {
  thresholds: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/thresholds',
    summary: 'The thresholds of a point.',
    shows: ['threshold'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ thresholds: z.array(Threshold) }),
  }),
  setThresholds: route({
    method: 'PUT',
    path: '/measuring-points/{pointId}/thresholds',
    summary: 'Replaces the thresholds of a point.',
    changes: ['threshold', 'state', 'alert'],
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    guards: { read: 'thresholds', part: 'thresholds' },
    input: z.object({ pointId: id, thresholds: thresholdList, reason }),
    reply: z.object({ thresholds: z.array(Threshold) }),
    fails: ['badInput'],
    example: { pointId: 1, thresholds: [] },
  }),
  thresholdChanges: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/threshold-changes',
    summary:
      'Returns the changes to the thresholds of a point with author, time, reason, and values before and after, newest first.',
    shows: ['threshold'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, ...paging }),
    reply: z.object({ changes: z.array(ThresholdChange), total: z.int() }),
  }),
  copyThresholds: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/thresholds/copy',
    summary: 'Copies the thresholds of this point to other points of the project that measure the same, all or none.',
    changes: ['threshold', 'state', 'alert'],
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    touches: [{ guardOf: 'setThresholds', ids: 'to' }],
    input: z.object({ pointId: id, to: ids.describe('Points that take them; what they had is replaced') }),
    reply: z.object({ points: z.int() }),
    fails: ['badInput', 'rowsRefused'],
    example: { pointId: 1, to: [1] },
  }),
  projectThresholds: route({
    method: 'GET',
    path: '/projects/{projectId}/thresholds',
    summary: 'The thresholds of all points of a project.',
    shows: ['threshold', 'point'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ points: anyOfThem }),
  }),
  batchThresholds: route({
    method: 'PATCH',
    path: '/projects/{projectId}/thresholds',
    summary: 'Sets thresholds of many points, all or none. `add` replaces only the same field, kind and method.',
    changes: ['threshold', 'state', 'alert'],
    needs: 'Update:MeasuringPoint',
    within: 'projectId',
    bodyLimit: 8 * 1024 * 1024,
    touches: [{ guardOf: 'setThresholds', ids: 'rows.pointId' }],
    input: z.object({
      projectId: id,
      rows: z
        .array(
          z.object({
            pointId: id,
            thresholds: thresholdList,
            version: z
              .string()
              .max(40)
              .optional()
              .describe('Of the thresholds that the author saw: the row is refused when they have become others since'),
          }),
        )
        .min(1)
        .max(1000),
      mode: z.enum(['replace', 'add']).default('replace'),
      reason,
      dryRun: z.boolean().default(false),
    }),
    reply: z.object({ points: z.int(), problems: z.array(RowProblem) }),
    fails: ['rowsRefused'],
    example: { projectId: 1, rows: [{ pointId: 1, thresholds: [] }] },
  }),
  templates: route({
    method: 'GET',
    path: '/corporations/{corporationId}/threshold-templates',
    summary: 'Returns the threshold templates of a corporation, built-in ones first.',
    shows: ['template'],
    needs: 'signed-in',
    tokens: 'unscoped',
    within: 'corporationId',
    input: z.object({ corporationId: id }),
    reply: z.object({ templates: z.array(ThresholdTemplate) }),
  }),
  createTemplate: route({
    method: 'POST',
    path: '/corporations/{corporationId}/threshold-templates',
    summary: 'Creates a threshold template.',
    changes: ['template'],
    needs: 'Update:MeasuringPoint',
    within: 'corporationId',
    input: z.object({ corporationId: id, ...templateFields }).refine(...ratesPresent),
    reply: z.object({ template: ThresholdTemplate }),
    fails: ['nameTaken', 'badInput'],
    example: aTemplate,
  }),
  updateTemplate: route({
    method: 'PUT',
    path: '/corporations/{corporationId}/threshold-templates/{templateId}',
    summary: 'Replaces a template. Points that used it before are not affected.',
    changes: ['template'],
    needs: 'Update:MeasuringPoint',
    within: 'corporationId',
    guards: { read: 'templates', part: 'templates', by: { field: 'id', input: 'templateId' } },
    input: z.object({ corporationId: id, templateId: id, ...templateFields }).refine(...ratesPresent),
    reply: z.object({ template: ThresholdTemplate }),
    fails: ['nameTaken', 'badInput', 'protectedRecord'],
    example: { ...aTemplate, templateId: 1 },
  }),
  removeTemplate: route({
    method: 'DELETE',
    path: '/corporations/{corporationId}/threshold-templates/{templateId}',
    summary: 'Deletes a template.',
    changes: ['template'],
    needs: 'Update:MeasuringPoint',
    within: 'corporationId',
    input: z.object({ corporationId: id, templateId: id }),
    reply: done,
    fails: ['protectedRecord'],
  }),
};
