import { Failure } from '@plumbline/contract/kernel/errors';

/** The result of a write, or nameTaken where a unique index refuses it. The transaction is lost then: let the failure end it. */
export async function onNameTaken<T>(write: Promise<T>, detail?: unknown): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new Failure('nameTaken', detail);
    throw error;
  }
}

/** The result of a write; `failure` where the unique index named `index` refuses it. */
export async function onUniqueViolation<T>(write: Promise<T>, index: string, failure: Failure): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === index) throw failure;
    throw error;
  }
}
