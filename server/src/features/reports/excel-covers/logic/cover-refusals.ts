/** Why a workbook is refused as a cover, and how one names the place in it. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type CoverExcess, type CoverFault, coverLimits } from '@plumbline/contract/reports/templates.cover';

const longest = 80;

/** `where` = a sheet with a cell, or a part of the archive; `what` = what stands there. */
export const unfit = (fault: CoverFault, where: string, what?: string): Failure =>
  new Failure('coverUnfit', {
    fault,
    where: where.slice(0, longest),
    ...(what !== undefined && { what: what.slice(0, longest) }),
  });

export const tooLarge = (fault: CoverExcess): Failure =>
  new Failure('coverTooLarge', { fault, most: coverLimits[fault] });

/** `Cover!B7`; the sheet alone where no cell is meant. */
export const placeOf = (sheet: string, cell: string | null): string => (cell === null ? sheet : `${sheet}!${cell}`);
