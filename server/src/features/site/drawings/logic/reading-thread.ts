/** Reads what people bring as a drawing, in a thread: a file that breaks it is refused, and the next one gets another. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { CalculatingThread } from '../../../../kernel/calculations.ts';
import type { DrawingFile } from './read-drawing.ts';

type Reading = { readonly readDrawing: (bytes: Uint8Array) => DrawingFile };
const thread = new CalculatingThread<Reading>(new URL('./read-drawing.worker.ts', import.meta.url));

/** Throws fileFormat, fileTooLarge, fileDamaged, drawingRefused. */
export async function read(bytes: Uint8Array): Promise<DrawingFile> {
  try {
    return await thread.run('readDrawing', bytes);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('drawingRefused', { fault: 'memory' });
  }
}
