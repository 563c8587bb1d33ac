/** The records of a site that single blocks show, and what was measured in the period before. Read where a block wants them. */
import { buffer } from 'node:stream/consumers';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { fieldAt, fieldsOf } from '@plumbline/contract/points/families';
import type { PeriodType } from '@plumbline/contract/reports/period-reports';
import { templateLimits } from '@plumbline/contract/reports/templates.blocks';
import { changeOf, isOfComponents } from '@plumbline/science/series/changes';
import { type Period, periodOf } from '@plumbline/science/series/periods';
import { imageSize } from 'image-size';
import { shrinkPicture } from '../../../kernel/draw.ts';
import { highestLevels } from '../../alerts/alerts/alerts.api.ts';
import { conversionsOf, type PeriodConversion } from '../../points/bindings/bindings.conversions.api.ts';
import { photosIn } from '../../points/photos/photos.api.ts';
import { type NamedPoint, namedPoints } from '../../points/points/points.api.ts';
import { annotationsOf } from '../../site/annotations/annotations.api.ts';
import { drawingsWithPoints } from '../../site/drawings/drawings.api.ts';
import { masterShapes } from '../../views/masters/masters.api.ts';
import type { Calibration, MasterSurveys, ReportDrawing, ReportExtras, ReportPhoto } from '../blocks/blocks.api.ts';
import { inspectionsOf } from './contents.inspections.service.ts';
import { measurements } from './contents.measurements.service.ts';
import type { Candidate } from './contents.table.ts';
import type { Measuring } from './logic/measuring.ts';
import { wantsOf } from './logic/wants.ts';

const maxMasters = 300;
const sampleMasters = 4;
/** Larger pictures are not opened: a small file may claim any size. */
const maxPixels = 60_000_000;
const maxDrawingBytes = 8 * 1024 * 1024;
export const sides = { photo: 1_400, drawing: 2_200 };

type Records = Pick<
  ReportExtras,
  'calibrations' | 'photos' | 'photosTotal' | 'drawings' | 'works' | 'inspections' | 'masters' | 'mastersCount'
>;

/** `masters` = all that there are. */
export async function siteRecords(
  named: readonly NamedPoint[],
  masters: readonly Candidate[],
  measuring: Measuring,
): Promise<Partial<Records>> {
  const { db, subject, wants } = measuring;
  const { projectId, from, to } = subject;
  const drawn = masters.filter(wants.masters).map(({ id }) => id);
  return {
    calibrations: await calibrationsOf(named.filter(wants.calibration), measuring),
    ...(wants.works && {
      works: (await annotationsOf(db, projectId, { from: from.toISOString(), to: to.toISOString() })).toReversed(),
    }),
    ...(wants.inspections && { inspections: await inspectionsOf(measuring) }),
    ...(wants.photos && (await photosOf(named, measuring))),
    ...(wants.drawings && { drawings: await drawingsOf(measuring) }),
    ...(drawn.length > 0 && (await mastersOf(drawn, measuring))),
  };
}

/** Surveys spread over the period, its first and last instant among them. */
async function mastersOf(ids: readonly number[], { db, pool, now, subject, wants, step }: Measuring) {
  const { projectId, from, to } = subject;
  const spanMs = to.getTime() - 1 - from.getTime();
  const times = Array.from(
    { length: wants.surveys },
    (_, i) => new Date(from.getTime() + Math.round((i * spanMs) / (wants.surveys - 1))),
  );
  const reads = { db, now: () => now, services: { pool } };
  const masterSurveys: MasterSurveys[] = [];
  const most = subject.isSample ? sampleMasters : maxMasters;
  for (const point of (await namedPoints(db, projectId, ids)).slice(0, most)) {
    const shapes = await masterShapes(reads, point.id, times);
    if (shapes.line.length > 0 || shapes.section) masterSurveys.push({ point, ...shapes });
    // May stop the work.
    await step(ids.length, ids.length);
  }
  return { masters: masterSurveys, mastersCount: { read: Math.min(most, ids.length), total: ids.length } };
}

/** The conversions that were in force in the period. */
async function calibrationsOf(points: readonly NamedPoint[], { db, subject }: Measuring): Promise<Calibration[]> {
  if (points.length === 0) return [];
  const all = await conversionsOf(
    db,
    points.map(({ id }) => id),
  );
  const [fromMs, toMs] = [subject.from.getTime(), subject.to.getTime()];
  return points.flatMap((point) =>
    (all.get(point.id) ?? [])
      .filter((each) => each.toMs > fromMs && each.fromMs < toMs)
      .map((each) => ({
        pointId: point.id,
        fromMs: Number.isFinite(each.fromMs) ? each.fromMs : null,
        sncode: each.sncode,
        channel: each.channel,
        formulaType: each.formulaType === 'CUSTOM_FORMULA' ? 'CUSTOM_FORMULA' : 'SYSTEM_FORMULA',
        formulas: each.formulaType === 'CUSTOM_FORMULA' ? each.customFormula : {},
        parameters: each.parameters,
        initial: initialIn(point, each),
      })),
  );
}

/** That of the main field; what is computed from components counts from theirs, and has none itself. */
function initialIn(
  { family, mainIndex }: NamedPoint,
  { nodeCount, initialValues, formulaType, customFormula }: PeriodConversion,
) {
  const main = fieldAt(family, mainIndex)?.key ?? '';
  const keys = fieldsOf(family, nodeCount).map(({ key }) => key);
  const customFields = formulaType === 'CUSTOM_FORMULA' ? Object.keys(customFormula) : [];
  return isOfComponents(changeOf(keys, main, { own: customFields })) ? null : (initialValues[main] ?? null);
}

/** A stored picture as a JPEG that paper bears; null = it is gone, or no picture that may be opened. */
export async function pictureFrom(
  fileId: string,
  side: number,
  { db, files }: Pick<Measuring, 'db' | 'files'>,
): Promise<Uint8Array | null> {
  const stored = await files.get(db, fileId);
  if (!stored) return null;
  const bytes = await buffer(stored.stream);
  try {
    const { width, height } = imageSize(bytes);
    return width * height > maxPixels ? null : await shrinkPicture(bytes, side);
  } catch {
    return null;
  }
}

async function photosOf(
  named: readonly NamedPoint[],
  measuring: Measuring,
): Promise<Pick<Records, 'photos' | 'photosTotal'>> {
  const { db, subject, wants, step } = measuring;
  const { photos, total } = await photosIn(db, subject.projectId, { ...subject, limit: wants.maxPhotos });
  const points = new Map(named.map((point) => [point.id, point]));
  const found: ReportPhoto[] = [];
  for (const { pointId, fileId, at, note } of photos) {
    const point = points.get(pointId);
    if (!point) continue;
    const { name, structure } = point;
    found.push({
      pointId,
      name,
      structure,
      atMs: at.getTime(),
      note,
      jpeg: await pictureFrom(fileId, sides.photo, measuring),
    });
    await step(named.length, named.length);
  }
  return { photos: found, photosTotal: total };
}

async function drawingsOf(measuring: Measuring): Promise<ReportDrawing[]> {
  const { db, files, subject } = measuring;
  const drawings: ReportDrawing[] = [];
  for (const { fileId, format, places, ...drawing } of await drawingsWithPoints(
    db,
    subject.projectId,
    templateLimits.drawings,
  )) {
    if (!places) continue;
    if (format === 'svg') {
      const stored = await files.get(db, fileId);
      const bytes = stored && stored.bytes <= maxDrawingBytes ? await buffer(stored.stream) : null;
      stored?.stream.destroy();
      if (bytes) drawings.push({ ...drawing, places, format: 'svg', bytes });
    } else {
      const bytes = await pictureFrom(fileId, sides.drawing, measuring);
      if (bytes) drawings.push({ ...drawing, places, format: 'jpg', bytes });
    }
  }
  return drawings;
}

/** The period before: of the calendar the one that ends where this begins, else as many days. */
function periodBefore(type: PeriodType, firstDay: string, lastDay: string, timeZone: string): Period {
  const dayBefore = new Date(Date.parse(firstDay) - dayMs).toISOString().slice(0, 10);
  if (type !== 'custom' && type !== 'event') return periodOf(type, dayBefore, undefined, timeZone);
  const first = new Date(Date.parse(firstDay) * 2 - Date.parse(lastDay) - dayMs).toISOString().slice(0, 10);
  return periodOf('custom', first, dayBefore, timeZone);
}

export async function beforeOf(named: readonly NamedPoint[], measuring: Measuring): Promise<ReportExtras['before']> {
  const { db, subject } = measuring;
  const { projectId, type, firstDay, lastDay, timeZone } = subject;
  const period = periodBefore(type, firstDay, lastDay, timeZone);
  const span = { from: new Date(period.fromMs), to: new Date(period.toMs) };
  // What is sealed are the readings of the report's own period.
  const { onCurve: _, ...silently } = measuring;
  const { all } = await measurements(named, {
    ...silently,
    subject: { ...subject, ...span, fields: 'main' },
    levels: await highestLevels(db, projectId, span),
    wants: wantsOf({ paper: 'a4', orientation: 'portrait', blocks: [] }, new Map(), true),
  });
  return { firstDay: period.firstDay, lastDay: period.lastDay, lines: all.flatMap(({ lines }) => lines) };
}
