/** What routes of the identity of devices need: an authority of theirs, a certificate that was issued, somebody unknown. */
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { type Issuer, makeAuthority } from '../src/features/devices/certificates/logic/issuing.ts';
import type { Fixture } from './announcements.fixtures.ts';

const authority = async ({ server }: Fixture) => ({
  certificate: (await makeAuthority('Theirs', server.clock.now())).certificate,
});

/** A list of revoked certificates, signed by its authority. */
async function listOf({ certificate, key }: Issuer, now: Date): Promise<string> {
  const pkcs8 = Buffer.from(key.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const list = await x509.X509CrlGenerator.create({
    issuer: new x509.X509Certificate(certificate).subject,
    thisUpdate: now,
    signingAlgorithm: curve,
    signingKey: await globalThis.crypto.subtle.importKey('pkcs8', pkcs8, curve, false, ['sign']),
  });
  return list.toString('pem');
}

/** An authority of theirs that is known, and its list. */
async function theirs({ server, made }: Fixture) {
  const issuer = await makeAuthority('Theirs', server.clock.now());
  const authorityId = await made('certificates.addAuthority', { certificate: issuer.certificate });
  return { authorityId, list: await listOf(issuer, server.clock.now()) };
}

export const certificatePreparations = {
  'certificates.revokeSerial': async (fixture: Fixture) => ({
    input: { authorityId: (await theirs(fixture)).authorityId },
  }),
  'certificates.setRevocationList': async (fixture: Fixture) => ({ input: await theirs(fixture) }),
  'certificates.removeRevocationList': async (fixture: Fixture) => ({
    input: { authorityId: (await theirs(fixture)).authorityId },
  }),
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
