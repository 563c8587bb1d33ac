/** Which corporation is the demonstration, and in which language its texts are now. Left by the first start, changed by people. */
import { languages } from '@plumbline/contract/kernel/constants';
import { z } from 'zod';
import type { Db } from './context.ts';
import { readSetting, writeSetting } from './settings.ts';

const Demonstrated = z.object({ corporationId: z.int(), language: z.enum(languages) });
export type Demonstrated = z.output<typeof Demonstrated>;

/** Null where nothing is a demonstration. `locked` until the transaction ends. */
export async function readDemonstrated(
  db: Db,
  options: { readonly locked?: boolean } = {},
): Promise<Demonstrated | null> {
  return Demonstrated.safeParse(await readSetting(db, 'demonstrated', options)).data ?? null;
}

export const writeDemonstrated = (db: Db, value: Demonstrated): Promise<void> =>
  writeSetting(db, 'demonstrated', value);
