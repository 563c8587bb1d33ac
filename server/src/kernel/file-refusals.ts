/** Why a file that somebody brings is refused, in the words of the specification. */
import { Failure } from '@plumbline/contract/kernel/errors';

const megabyte = 1024 * 1024;

export const fileTooLarge = (maxBytes: number) =>
  new Failure('fileTooLarge', { size: Math.floor((maxBytes / megabyte) * 10) / 10, unit: 'MB' });

export const fileFormat = (formats: readonly string[]) => new Failure('fileFormat', { type: formats.join(', ') });
