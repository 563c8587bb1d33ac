/** What features above may ask about people of WeChat. */
import type { Db } from '../../../kernel/context.ts';
import * as table from './wechat.table.ts';

/** Takes the binding of an account away; gives how many there were. */
export const removeBindings = (db: Db, accountId: number): Promise<number> => table.removeBindings(db, accountId);
