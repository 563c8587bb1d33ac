/** The rounds of inspections in the period; where a block shows them one by one, with answers, photos and signatures. */
import { buffer } from 'node:stream/consumers';
import { maxReported, type Round } from '@plumbline/contract/points/inspections';
import { templateLimits } from '@plumbline/contract/reports/templates.blocks';
import { drawPng, shrinkMarked } from '../../../kernel/draw.ts';
import { pictureSizeIn } from '../../../kernel/picture-size.ts';
import {
  defectsChangedIn,
  finishedIn,
  inspectionPhotoFiles,
  missedIn,
} from '../../points/inspections/inspections.api.ts';
import type { ReportExtras, RoundDetail } from '../blocks/blocks.api.ts';
import type { Measuring } from './logic/measuring.ts';
import { signatureSvg } from './logic/signature.ts';

const maxDefects = 200;
const sampleRounds = 4;
const samplePhotos = 4;
/** Larger pictures are not opened: a small file may claim any size. */
const maxPixels = 60_000_000;
const photoSide = 1_400;

export async function inspectionsOf(measuring: Measuring): Promise<ReportExtras['inspections']> {
  const { db, subject, wants } = measuring;
  const { projectId, from, to, isSample } = subject;
  const span = { from, to };
  const [{ rounds, total }, missed, defects] = await Promise.all([
    finishedIn(db, projectId, span, isSample ? sampleRounds : maxReported),
    missedIn(db, projectId, span),
    defectsChangedIn(db, projectId, span),
  ]);
  const details = wants.rounds ? await detailsOf(rounds, measuring) : new Map<number, RoundDetail>();
  return {
    rounds: rounds.map((round) => {
      const detail = details.get(round.id);
      return {
        plan: round.planName,
        where: round.where,
        finishedAt: round.finishedAt,
        finishedBy: round.finishedBy,
        faults: round.faults ?? 0,
        outOfLimits: round.outOfLimits ?? 0,
        ...(detail && { detail }),
      };
    }),
    total,
    photosTotal: rounds.reduce((sum, { photos }) => sum + photos.length, 0),
    missed: missed.map(({ planName, at }) => ({ plan: planName, at })),
    defects: defects.slice(0, maxDefects),
  };
}

/** The first photos of all rounds, as many as a report bears, and the signatures of each. */
async function detailsOf(rounds: readonly Round[], measuring: Measuring): Promise<Map<number, RoundDetail>> {
  const { db, subject, step } = measuring;
  const most = subject.isSample ? samplePhotos : templateLimits.roundPhotos;
  const chosen = rounds.flatMap(({ photos }) => photos).slice(0, most);
  const fileIds = await inspectionPhotoFiles(
    db,
    chosen.map(({ id }) => id),
  );
  const details = new Map<number, RoundDetail>();
  for (const round of rounds) {
    const photos: { key: string; jpeg: Uint8Array | null }[] = [];
    for (const { id, questionKey, marks } of chosen.filter(({ roundId }) => roundId === round.id)) {
      photos.push({ key: questionKey, jpeg: await markedFrom(fileIds.get(id), marks, measuring) });
      // May stop the work.
      await step(rounds.length, rounds.length);
    }
    const signatures: { key: string; png: Uint8Array | null }[] = [];
    for (const { key, kind } of round.questions) {
      const strokes = round.answers[key]?.strokes ?? [];
      if (kind === 'signature' && strokes.length > 0)
        signatures.push({ key, png: await drawPng(signatureSvg(strokes)).catch(() => null) });
    }
    const { revision, reason, questions, answers } = round;
    const photoCounts = new Map(
      [...Map.groupBy(round.photos, ({ questionKey }) => questionKey)].map(([key, list]) => [key, list.length]),
    );
    details.set(round.id, { revision, reason, questions, answers, photoCounts, photos, signatures });
  }
  return details;
}

/** A photo with its marks, as a JPEG that paper bears; null = it is gone, or no picture that may be opened. */
async function markedFrom(
  fileId: string | undefined,
  marks: Parameters<typeof shrinkMarked>[2],
  { db, files }: Measuring,
): Promise<Uint8Array | null> {
  const stored = fileId === undefined ? null : await files.get(db, fileId);
  if (!stored) return null;
  const bytes = await buffer(stored.stream);
  const size = pictureSizeIn(bytes);
  if (!size || size.width * size.height > maxPixels) return null;
  return await shrinkMarked(bytes, photoSide, marks).catch(() => null);
}
