/** Rounds of inspections one by one: what was asked, answered and judged, with signatures and photos. */
import { judgeAnswer, type Question, type RoundAnswer } from '@plumbline/contract/points/inspections.questions';
import type { PaperCell, PaperPart } from '../../paper/paper.api.ts';
import { type BlockContext, heading, note } from './block-parts.ts';
import type { InspectionRow, RoundDetail } from './extras.ts';
import { paperName } from './paper-tables.ts';

const faultColour = '#c2410c';

/** A round that was gathered without its answers is in the list of rounds alone. */
export const roundParts = (rounds: readonly InspectionRow[], context: BlockContext): PaperPart[] =>
  rounds.flatMap((round) => (round.detail ? partsOf(round, round.detail, context) : []));

function partsOf(round: InspectionRow, detail: RoundDetail, context: BlockContext): PaperPart[] {
  const { own, tables } = context;
  const { questions, answers, photoCounts, revision, reason } = detail;
  const time = round.finishedAt === null ? '' : tables.times.text(Date.parse(round.finishedAt));
  return [
    heading(
      [round.plan, round.where]
        .filter((each) => each !== '')
        .map(paperName)
        .join(' · '),
      2,
    ),
    note(paperName(own.roundBy(round.finishedBy ?? '', time)), false),
    ...(revision > 1 ? [note(paperName(own.roundCorrects(revision, reason)), false)] : []),
    {
      part: 'table',
      table: {
        size: 8,
        columns: [
          { title: own.question, width: 3, right: false },
          { title: own.answer, width: 4, right: false },
          { title: own.limits, width: 2, right: false },
          { title: own.judgement, width: 2, right: false },
        ],
        rows: questions.map((question) => {
          const answer = answers[question.key];
          const photos = photoCounts.get(question.key) ?? 0;
          const judged = judgeAnswer(question, answer, photos);
          const isWrong = judged === 'fault' || judged === 'outOfLimits';
          return [
            { text: paperName(question.label) },
            answerCell(question, answer, photos, context),
            { text: limitsOf(question) },
            { text: own.judged[judged], ...(isWrong && { colour: faultColour }) },
          ];
        }),
      },
    },
    ...picturesOf(detail, context),
  ];
}

function answerCell(
  { kind, unit }: Question,
  answer: RoundAnswer | undefined,
  photos: number,
  { own }: BlockContext,
): PaperCell {
  const value = answer?.value ?? null;
  const words = [
    ...(value === null ? [] : [`${value}${unit === '' ? '' : ` ${unit}`}`]),
    ...(kind === 'signature' && (answer?.strokes.length ?? 0) > 0 ? [own.signed] : []),
    ...(photos > 0 ? [own.photoCount(photos)] : []),
  ];
  const small = paperName(answer?.note ?? '');
  return { text: paperName(words.join(', ')), ...(small !== '' && { small }) };
}

function limitsOf({ kind, min, max, unit }: Question): string {
  if (kind !== 'number' || (min === null && max === null)) return '';
  const bounds = min === null ? `≤ ${max}` : max === null ? `≥ ${min}` : `${min} – ${max}`;
  return paperName(unit === '' ? bounds : `${bounds} ${unit}`);
}

/** Photos with their marks, then signatures, each with the question that it answers. */
function picturesOf({ questions, photos, signatures }: RoundDetail, { addPicture }: BlockContext): PaperPart[] {
  const titleOf = (key: string) => paperName(questions.find((each) => each.key === key)?.label ?? '');
  const pictures = [
    ...photos.flatMap(({ key, jpeg }) =>
      jpeg === null ? [] : [{ picture: addPicture(jpeg, 'jpg'), title: titleOf(key), small: '' }],
    ),
    ...signatures.flatMap(({ key, png }) =>
      png === null ? [] : [{ picture: addPicture(png, 'png'), title: titleOf(key), small: '' }],
    ),
  ];
  return pictures.length === 0 ? [] : [{ part: 'space' }, { part: 'pictures', columns: 3, pictures }];
}
