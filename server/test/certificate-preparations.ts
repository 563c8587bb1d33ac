/** What routes of certificates need: an authority of theirs, and a certificate that was issued. */
import { makeAuthority } from '../src/features/certificates/logic/issuing.ts';
import type { Fixture } from './announcements.fixtures.ts';

const authority = async ({ server }: Fixture) => ({
  certificate: (await makeAuthority('Theirs', server.clock.now())).certificate,
});

export const certificatePreparations = {
  'certificates.revoke': async ({ made }: Fixture) => ({
    input: { certificateId: await made('certificates.issue', {}) },
  }),
  'certificates.addAuthority': async (fixture: Fixture) => ({ input: await authority(fixture) }),
  'certificates.removeAuthority': async (fixture: Fixture) => ({
    input: { authorityId: await fixture.made('certificates.addAuthority', await authority(fixture)) },
  }),
};
