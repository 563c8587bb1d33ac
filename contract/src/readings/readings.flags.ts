import { z } from 'zod';

/** Verdicts of quality tests and people on a value. `missing` = there is none. */
export const qualities = ['pass', 'notEvaluated', 'suspect', 'fail', 'missing'] as const;
export const qualityTests = ['range', 'spike', 'rate', 'flat', 'gap', 'clock', 'person'] as const;
export const verdict = { quality: z.enum(qualities), tests: z.array(z.enum(qualityTests)) };
export const Flag = z.object(verdict).meta({ id: 'Flag' });
