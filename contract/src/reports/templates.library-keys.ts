/** Keys of the ready templates. Reports keep them, and their numbers run by the place of a key: new ones are added at the end. */
import { z } from 'zod';

export const libraryKeys = [
  'product',
  'pitDaily',
  'metroDaily',
  'metroWeekly',
  'damMonthly',
  'slopeMonthly',
  'bridgeQuarterly',
  'tunnelConvergence',
  'vibrationEvent',
  'houseSafety',
  'inspectionDaily',
] as const;
export type LibraryKey = (typeof libraryKeys)[number];

/** Ready templates that a report can be made with as they are; the content of the product is what a report has without one. */
export const readyTemplate = z.enum(libraryKeys).exclude(['product']);
