/** How many statements an act sends to the database: what grows with the rows is found however fast the machine is. */
import pg from 'pg';

export async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count++;
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await act();
  } finally {
    pg.Client.prototype.query = query;
  }
  return count;
}

/** The same of an act that may be done again: the server looks after itself meanwhile, which only adds statements. */
export const fewestStatementsOf = async (act: () => Promise<unknown>): Promise<number> =>
  Math.min(await statementsOf(act), await statementsOf(act), await statementsOf(act));
