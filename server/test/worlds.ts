/** What most test files begin with: a server of their own and the worlds they name, closed when their tests are over. */
import { after } from 'node:test';
import { makeWorld, startServer, type TestServer, type World } from './harness.ts';

/** Opens a server with a world for each title: `const [server, north, south] = await openWorlds(['North', 'South'])`. */
export async function openWorlds<const T extends readonly string[]>(
  titles: T,
  ...settings: Parameters<typeof startServer>
): Promise<readonly [TestServer, ...{ readonly [K in keyof T]: World }]> {
  const server = await startServer(...settings);
  after(() => server.close());
  const worlds: World[] = [];
  for (const title of titles) worlds.push(await makeWorld(server, title));
  return [server, ...worlds] as unknown as readonly [TestServer, ...{ readonly [K in keyof T]: World }];
}

/** The clock of a project. */
export async function setTimeZone(server: TestServer, projectId: number, timeZone: string) {
  await server.db.updateTable('project').set({ time_zone: timeZone }).where('id', '=', projectId).execute();
}
