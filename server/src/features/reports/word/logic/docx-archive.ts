/** The parts of a Word document, unpacked within its limits. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { wordLimits } from '@plumbline/contract/reports/templates.word';
import { archiveParts } from '../../../../kernel/archive-parts.ts';

/** By their names. Throws fileEncrypted, fileDamaged, wordTooLarge. */
export const partsOf = (bytes: Uint8Array): Map<string, Buffer> =>
  archiveParts(
    bytes,
    wordLimits,
    (fault) =>
      new Failure(
        'wordTooLarge',
        fault === 'parts' ? { fault, most: wordLimits.parts } : { fault, maxBytes: wordLimits.inflatedBytes },
      ),
  );
