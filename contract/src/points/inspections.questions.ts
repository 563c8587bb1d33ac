/** What a round of an inspection asks, and how an answer is judged: the same on the phone, on the server and on paper. */
import { z } from 'zod';

export const questionKinds = ['choice', 'number', 'text', 'photo', 'signature'] as const;

export const questionLimits = { questions: 100, options: 12, strokes: 60, strokeNumbers: 2_000 } as const;

export const Choice = z.object({
  label: z.string().trim().min(1, 'required').max(50),
  isFault: z.boolean().default(false).describe('Whoever chooses it has found something wrong'),
});

/** One question of a template. `key` stays the same over versions, so that answers of several rounds can be compared. */
export const Question = z
  .object({
    key: z.string().regex(/^[a-z][a-z0-9]{0,31}$/),
    kind: z.enum(questionKinds),
    label: z.string().trim().min(1, 'required').max(100),
    help: z.string().trim().max(200).default(''),
    isRequired: z.boolean().default(true),
    options: z.array(Choice).max(questionLimits.options).default([]).describe('Of a choice'),
    unit: z.string().trim().max(20).default('').describe('Of a number'),
    min: z.number().nullable().default(null).describe('Of a number: the lowest that is within limits'),
    max: z.number().nullable().default(null),
  })
  .check(({ value: { kind, options, min, max }, issues }) => {
    const wrong = (path: string, message: string) =>
      issues.push({ code: 'custom', message, input: options, path: [path] });
    if (kind === 'choice' && options.length < 2) wrong('options', 'choicesTooFew');
    if (new Set(options.map(({ label }) => label)).size < options.length) wrong('options', 'choicesRepeat');
    if (min !== null && max !== null && min >= max) wrong('max', 'limitsOrder');
  })
  .meta({ id: 'InspectionQuestion' });
export type Question = z.output<typeof Question>;

export const Questions = z
  .array(Question)
  .min(1, 'questionsNone')
  .max(questionLimits.questions)
  .check(({ value, issues }) => {
    const repeated = value.findIndex(({ key }, i) => value.findIndex((each) => each.key === key) < i);
    if (repeated >= 0)
      issues.push({ code: 'custom', message: 'questionsRepeat', input: value, path: [repeated, 'key'] });
  });

/** A line of the pen: x and y in turn, as shares of the pad's width and height. */
const Stroke = z.array(z.number().min(0).max(1)).min(2).max(questionLimits.strokeNumbers);

export const RoundAnswer = z
  .object({
    value: z
      .union([z.string().max(2_000), z.number()])
      .nullable()
      .default(null),
    strokes: z.array(Stroke).max(questionLimits.strokes).default([]).describe('Of a signature'),
    note: z.string().max(500).default(''),
    isCopied: z.boolean().default(false).describe('Taken over from the last round, and not yet confirmed by anybody'),
  })
  .meta({ id: 'InspectionAnswer' });
export type RoundAnswer = z.output<typeof RoundAnswer>;
export type RoundAnswers = Readonly<Record<string, RoundAnswer>>;

/**
 * Judgements of an answer. `recorded`: there was nothing to compare it with; `copied`: nobody has looked in this
 * round. Only `passed` was compared and found right.
 */
export const judgements = ['unanswered', 'copied', 'fault', 'outOfLimits', 'passed', 'recorded'] as const;
export type Judgement = (typeof judgements)[number];

/** Returns whether an answer holds anything that counts for its kind of question. `photos` = how many were taken of it. */
function isAnswered(question: Question, answer: RoundAnswer | undefined, photos: number): boolean {
  if (question.kind === 'photo') return photos > 0;
  if (question.kind === 'signature') return (answer?.strokes.length ?? 0) > 0;
  return answer !== undefined && answer.value !== null && String(answer.value).trim() !== '';
}

/** The judgement of one answer; absent is unanswered, never right. */
export function judgeAnswer(question: Question, answer: RoundAnswer | undefined, photos: number): Judgement {
  if (!isAnswered(question, answer, photos)) return 'unanswered';
  if (answer?.isCopied) return 'copied';
  if (question.kind === 'choice') {
    const chosen = question.options.find(({ label }) => label === answer?.value);
    if (chosen?.isFault) return 'fault';
    return question.options.some(({ isFault }) => isFault) ? 'passed' : 'recorded';
  }
  if (question.kind !== 'number' || typeof answer?.value !== 'number') return 'recorded';
  const { min, max } = question;
  if (min === null && max === null) return 'recorded';
  return answer.value < (min ?? Number.NEGATIVE_INFINITY) || answer.value > (max ?? Number.POSITIVE_INFINITY)
    ? 'outOfLimits'
    : 'passed';
}

/** Keys of what still keeps a round from being finished: required and unanswered, or copied and not confirmed. */
export const unfinishedOf = (
  questions: readonly Question[],
  answers: RoundAnswers,
  photosOf: (key: string) => number,
): string[] =>
  questions
    .filter((question) => {
      const judged = judgeAnswer(question, answers[question.key], photosOf(question.key));
      return judged === 'copied' || (judged === 'unanswered' && question.isRequired);
    })
    .map(({ key }) => key);

/** Returns whether an answer is of the kind that its question asks for; an empty one always is. */
export function fitsQuestion({ kind, options }: Question, { value, strokes }: RoundAnswer): boolean {
  if (strokes.some((stroke) => stroke.length % 2 === 1) || (strokes.length > 0 && kind !== 'signature')) return false;
  if (value === null) return true;
  if (kind === 'choice') return options.some(({ label }) => label === value);
  if (kind === 'number') return typeof value === 'number';
  return kind === 'text' && typeof value === 'string';
}
