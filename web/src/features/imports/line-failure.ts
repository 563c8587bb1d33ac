import { type ErrorName, errors, Failure } from '@plumbline/contract/errors';

/** Why a line was refused. An error that this page does not know yet is `unknown`. */
export const lineFailure = (error: string, detail: unknown): Failure =>
  new Failure(error in errors ? (error as ErrorName) : 'unknown', detail);
