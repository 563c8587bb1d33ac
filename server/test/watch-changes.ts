/** Which tables change while something runs: a trigger on every table writes down that a row of it changed, or the row. */
import { sql } from 'kysely';
import type { TestServer } from './harness.ts';

/** A row as it is after a change, or was before it was deleted. */
export type ChangedRow = Readonly<Record<string, unknown>>;

/**
 * Begins to watch; gives a function that runs something and answers with the tables that it changed, sorted. With `keepsRows`
 * it takes which rows are meant; otherwise every row is.
 */
export async function watchChanges({ db }: Pick<TestServer, 'db'>, { keepsRows = false } = {}) {
  await sql`CREATE TABLE changed_table (name text NOT NULL, content jsonb)`.execute(db);
  await sql`CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
    BEGIN
      -- Each process writes down every minute what its clock says.
      IF TG_ARGV[0] <> 'setting' OR changed ->> 'key' <> 'clock' THEN
        INSERT INTO changed_table VALUES (TG_ARGV[0], CASE WHEN TG_ARGV[1] = 'true' THEN changed END);
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  const { rows } = await sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'changed_table'
      AND c.relnamespace = 'public'::regnamespace`.execute(db);
  for (const { name } of rows)
    await sql`CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(name)}
      FOR EACH ROW EXECUTE FUNCTION note_change(${sql.lit(name)}, ${sql.lit(String(keepsRows))})`.execute(db);
  return async (
    act: () => Promise<unknown>,
    isMeant: (row: ChangedRow, table: string) => boolean = () => true,
  ): Promise<string[]> => {
    await sql`DELETE FROM changed_table`.execute(db);
    await act();
    const { rows: changed } = await sql<{ name: string; content: ChangedRow | null }>`
      SELECT DISTINCT name, content FROM changed_table ORDER BY name`.execute(db);
    return [...new Set(changed.flatMap(({ name, content }) => (isMeant(content ?? {}, name) ? [name] : [])))];
  };
}
