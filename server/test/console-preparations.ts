/** What must be there before routes of the console that write can be called with success. */
import { seeAs } from '@plumbline/contract/see-as';
import type { Fixture } from './announcements.fixtures.ts';
import { makeAccount } from './harness.ts';
import { givePassword } from './points.fixtures.ts';

export const consolePreparations = {
  'languagePacks.remove': async ({ call }: Fixture) => {
    await call('languagePacks.save');
    return {};
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
  'seeAs.begin': async ({ world }: Fixture) => ({ input: { userId: world.normal.id } }),
  'seeAs.end': async ({ server, world }: Fixture) => {
    const { body } = await server.call(seeAs.begin, { userId: world.normal.id }, world.admin.token);
    return { token: body.token };
  },
};
