/** Which tables change while something runs: a trigger on every table writes each changed row down. */
import { sql } from 'kysely';
import type { TestServer } from './harness.ts';

/** Begins to watch; gives a function that runs something and answers with the tables that it changed, sorted. */
export async function watchChanges({ db }: Pick<TestServer, 'db'>) {
  await sql`CREATE TABLE changed_table (name text NOT NULL)`.execute(db);
  await sql`CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
    BEGIN
      -- Each process writes down every minute what its clock says.
      IF TG_ARGV[0] <> 'setting' OR changed ->> 'key' <> 'clock' THEN
        INSERT INTO changed_table VALUES (TG_ARGV[0]);
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  const { rows } = await sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'changed_table'
      AND c.relnamespace = 'public'::regnamespace`.execute(db);
  for (const { name } of rows)
    await sql`CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(name)}
      FOR EACH ROW EXECUTE FUNCTION note_change(${sql.lit(name)})`.execute(db);
  return async (act: () => Promise<unknown>): Promise<string[]> => {
    await sql`DELETE FROM changed_table`.execute(db);
    await act();
    const changed = await sql<{ name: string }>`SELECT DISTINCT name FROM changed_table ORDER BY name`.execute(db);
    return changed.rows.map(({ name }) => name);
  };
}
