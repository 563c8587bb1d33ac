/** Reports signed with a certificate that the operator brings (REPORT_SIGNING_P12), and what becomes of a file that is none. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import forge from 'node-forge';
import { openWorlds } from '../../../../test/worlds.ts';
import { makeSigner, readPkcs12 } from './logic/certificates.ts';

const start = '2025-04-15T06:00:00Z';
const folder = mkdtempSync(join(tmpdir(), 'plumbline-p12-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'signer.p12');
const password = 'of the operator';
const own = makeSigner(new Date(start), null);
const pkcs12 = forge.pkcs12.toPkcs12Asn1(
  forge.pki.privateKeyFromPem((JSON.parse(own.keys) as { own: string }).own),
  own.certificates.map((pem) => forge.pki.certificateFromPem(pem)),
  password,
);
const bytes = Buffer.from(forge.asn1.toDer(pkcs12).getBytes(), 'latin1');
writeFileSync(file, bytes);

const settings = { REPORT_SIGNING_P12: file, REPORT_SIGNING_PASSWORD: password };
const [server, world] = await openWorlds(['Signer'], settings, start);
const { projectId } = world;
const { token } = world.admin;
await server.call(reportReleases.setApproval, { projectId, makerMayApprove: true }, token);

async function released(): Promise<{ state: string; pdf: Buffer }> {
  const input = {
    projectId,
    type: 'day' as const,
    day: '2025-04-10',
    formats: ['pdf' as const],
    language: 'en' as const,
  };
  const { report } = (await server.call(periodReports.make, input, token)).body;
  const of = { projectId, reportId: report.id };
  for (const act of ['submit', 'approve', 'release'] as const) {
    await server.work!.settle();
    await server.call(reportReleases[act], of, token);
  }
  await server.work!.settle();
  const { review } = (await server.call(reportReleases.get, of, token)).body;
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${report.id}/files/pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { state: review.state, pdf: Buffer.from(await response.arrayBuffer()) };
}

test('a report is signed with the certificate of the operator, and none is made beside it', async () => {
  const { state, pdf } = await released();
  assert.equal(state, 'released');
  const hex = /\/ByteRange [^>]*\/Contents ?<([0-9a-fA-F]+)>/.exec(pdf.toString('latin1'))?.[1];
  assert.ok(hex, 'no signature');
  const signature = Buffer.from(hex, 'hex');
  for (const pem of own.certificates)
    assert.ok(signature.includes(new X509Certificate(pem).raw), 'its chain is inside');
  assert.deepEqual(await server.db.selectFrom('report_signer').select('id').execute(), []);
});

test('a file with another password, or none at all, signs nothing: the report stays approved', async () => {
  assert.throws(() => readPkcs12(bytes, 'another'));
  assert.throws(() => readPkcs12(Buffer.from('no certificate'), password));
  writeFileSync(file, 'no certificate');
  const { state, pdf } = await released();
  assert.equal(state, 'approved');
  assert.doesNotMatch(pdf.toString('latin1'), /\/ByteRange/);
});
