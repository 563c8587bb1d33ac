/** What must be there before routes of the console that write can be called with success. */
import { seeAs } from '@plumbline/contract/people/see-as';
import type { Fixture } from './announcements.fixtures.ts';
import { makeAccount } from './harness.ts';
import { givePassword } from './points.fixtures.ts';

export const consolePreparations = {
  'languagePacks.remove': async ({ call }: Fixture) => {
    await call('languagePacks.save');
    return {};
  },
  'corporationArchives.remove': async ({ server, world }: Fixture) => {
    const { corporationId } = world;
    const created = { created_at: server.clock.now() };
    const id = `f${corporationId.toString(16).padStart(32, '0')}`;
    const file = { id, corporation_id: corporationId, type: 'application/gzip', bytes: 1, created_by: null };
    await server.db
      .insertInto('stored_file')
      .values({ ...file, ...created })
      .execute();
    const archive = await server.db
      .insertInto('corporation_archive')
      .values({ corporation_id: corporationId, file_id: id, bytes: 1, by_name: 'x', ...created })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { input: { archiveId: archive.id } };
  },
  'corporationRemoval.begin': async ({ server, world }: Fixture) => {
    const operator = await makeAccount(server, 'System', null, `${world.admin.id}.ends`);
    await givePassword(server, operator.id, 'Operator-2026');
    const { title } = await server.db
      .selectFrom('corporation')
      .select('title')
      .where('id', '=', world.corporationId)
      .executeTakeFirstOrThrow();
    return { input: { title, password: 'Operator-2026' }, token: operator.token };
  },
  'licences.install': () => ({ input: { file: '{}' } }),
  'plugins.switch': () => ({ input: { name: 'none', enabled: true } }),
  'plugins.uninstall': () => ({ input: { name: 'none' } }),
  'seeAs.begin': async ({ world }: Fixture) => ({ input: { userId: world.normal.id } }),
  'seeAs.end': async ({ server, world }: Fixture) => {
    const { body } = await server.call(seeAs.begin, { userId: world.normal.id }, world.admin.token);
    return { token: body.token };
  },
};
