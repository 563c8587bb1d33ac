/** What must be there before routes of the console that write can be called with success. */
import { seeAs } from '@plumbline/contract/see-as';
import type { Fixture } from './announcements.fixtures.ts';

export const consolePreparations = {
  'languagePacks.remove': async ({ call }: Fixture) => {
    await call('languagePacks.save');
    return {};
  },
  'licences.install': () => ({ input: { file: '{}' } }),
  'seeAs.begin': async ({ world }: Fixture) => ({ input: { userId: world.normal.id } }),
  'seeAs.end': async ({ server, world }: Fixture) => {
    const { body } = await server.call(seeAs.begin, { userId: world.normal.id }, world.admin.token);
    return { token: body.token };
  },
};
