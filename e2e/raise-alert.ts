import pg from 'pg';
import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** Resolves when the page hears of new notifications: it connects some seconds after it was opened. Call it before that. */
export const notificationsConnected = (page: Page): Promise<void> =>
  new Promise((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40/notification')) resolve();
      }),
    ),
  );

/** An alert like one of the demonstration's, orange if nothing else is said, raised now; its events follow. Gives its id. */
export async function raiseAlert(site: Site, projectId: number, level = 3): Promise<number> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO alert (project_id, structure_id, point_id, threshold_id, field, kind, measure, unit, level, value, threshold, levels,
         reading_at, received_at, raised_at, last_value, last_at)
       SELECT project_id, structure_id, point_id, NULL, field, kind, measure, unit, $2, value, threshold, levels, now(), now(), now(), value, now()
       FROM alert WHERE project_id = $1 ORDER BY id LIMIT 1 RETURNING id`,
      [projectId, level],
    );
    const [{ id }] = rows as [{ id: number }];
    await client.query(
      `INSERT INTO work (lane, name, input, created_at, due_at) VALUES ('alert', 'alertRaised', $1, now(), now())`,
      [JSON.stringify({ alertId: id, projectId })],
    );
    await client.query(`SELECT pg_notify('plumbline_work', 'alert')`);
    return id;
  } finally {
    await client.end();
  }
}
