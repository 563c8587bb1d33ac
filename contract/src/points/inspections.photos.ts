/** Photos of a round, and what was drawn on them. Part of `inspections`. */
import { z } from 'zod';

export const photoLimits = {
  /** A round keeps this many photos. */
  photos: 200,
  /** A photo as telephones take it. */
  bytes: 20 * 1024 * 1024,
  /** Marks on one photo. */
  marks: 50,
} as const;

const share = z.number().min(0).max(1);
/** Mark drawn on a photo: an arrow from its tail to its head, or the ellipse in a box. Shares of the picture. */
export const PhotoMark = z
  .object({ kind: z.enum(['arrow', 'circle']), x1: share, y1: share, x2: share, y2: share })
  .meta({ id: 'InspectionMark' });
export type PhotoMark = z.output<typeof PhotoMark>;
export const marks = z.array(PhotoMark).max(photoLimits.marks);

export const RoundPhoto = z
  .object({
    id: z.int(),
    roundId: z.int(),
    questionKey: z.string(),
    fileName: z.string(),
    bytes: z.int(),
    marks,
    byName: z.string(),
    addedAt: z.string(),
  })
  .meta({ id: 'InspectionPhoto' });
export type RoundPhoto = z.output<typeof RoundPhoto>;
