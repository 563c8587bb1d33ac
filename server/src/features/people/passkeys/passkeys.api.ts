/** What features above may ask about passkeys. */
import type { Db } from '../../../kernel/context.ts';
import * as table from './passkeys.table.ts';

/** Takes every passkey of an account away; gives how many there were. */
export const removePasskeys = (db: Db, accountId: number): Promise<number> => table.removeAll(db, accountId);
