/** What routes of the identity of devices need: an authority of theirs, a certificate that was issued, somebody unknown. */
import { makeAuthority } from '../src/features/certificates/logic/issuing.ts';
import type { Fixture } from './announcements.fixtures.ts';

const authority = async ({ server }: Fixture) => ({
  certificate: (await makeAuthority('Theirs', server.clock.now())).certificate,
});

export const certificatePreparations = {
  'dialIn.adopt': async ({ server }: Fixture) => {
    const at = server.clock.now();
    const row = { bytes: '4454552D31', register: 'DTU-1', address: '10.0.0.1', first_at: at, last_at: at, times: 1 };
    await server.db.insertInto('dial_in_unknown').values(row).execute();
    return {};
  },
  'certificates.revoke': async ({ made }: Fixture) => ({
    input: { certificateId: await made('certificates.issue', {}) },
  }),
  'certificates.addAuthority': async (fixture: Fixture) => ({ input: await authority(fixture) }),
  'certificates.removeAuthority': async (fixture: Fixture) => ({
    input: { authorityId: await fixture.made('certificates.addAuthority', await authority(fixture)) },
  }),
};
