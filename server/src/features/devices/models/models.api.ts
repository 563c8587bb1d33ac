/** What features above may ask about predefined models. */
import type { Model } from '@plumbline/contract/devices/models';
import type { Db } from '../../../kernel/context.ts';
import { list, ofCodes } from './models.table.ts';

/** The model that a device says it is of; undefined = none of the catalogue, and then nothing is forbidden. */
export async function modelOf(db: Db, code: string): Promise<Model | undefined> {
  return (await ofCodes(db, [code]))[0];
}

/** Every model of the catalogue, by code. */
export const allModels = (db: Db): Promise<readonly Model[]> => list(db, {});

/** The same for many, by their codes in lower case. */
export async function modelsOf(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, Model>> {
  const unique = [...new Set(codes.map((code) => code.toLowerCase()))];
  return new Map((await ofCodes(db, unique)).map((model) => [model.code.toLowerCase(), model]));
}
