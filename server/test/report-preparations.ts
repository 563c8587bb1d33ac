/** Reports as the routes about them need them: done, and as far in their review as each asks. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ReviewState } from '@plumbline/contract/reports/releases';
import type { Fixture } from './announcements.fixtures.ts';
import type { TestServer, World } from './harness.ts';
import type { Input } from './route-inputs.ts';

type Prepare = (fixture: Fixture) => Promise<{ readonly input: Input }>;

/** A report that somebody else made, with a review in this state. */
const report =
  (state: ReviewState): Prepare =>
  async ({ server: { db }, world, made }) => {
    const reportId = await made('periodReports.make');
    await db.updateTable('report').set({ status: 'Done', by_id: null }).where('id', '=', reportId).execute();
    await db.insertInto('report_review').values({ report_id: reportId, project_id: world.projectId, state }).execute();
    return { input: { reportId } };
  };

export const reportPreparations: Readonly<Record<string, Prepare>> = {
  'reportReleases.setConclusions': report('draft'),
  'reportReleases.submit': report('draft'),
  'reportReleases.sendBack': report('inReview'),
  'reportReleases.approve': report('inReview'),
  'reportReleases.release': report('approved'),
  'reportReleases.withdraw': report('released'),
  'reportReleases.newVersion': report('released'),
  'reportReleases.addComment': async (fixture) => {
    const { input } = await report('draft')(fixture);
    return { input: { ...input, parentId: null } };
  },
  'reportReleases.resolveComment': async (fixture) => {
    const { input } = await report('draft')(fixture);
    return {
      input: { ...input, commentId: await fixture.made('reportReleases.addComment', { ...input, parentId: null }) },
    };
  },
};

const sealed: Prepare = async (fixture) => {
  const { input } = await report('released')(fixture);
  return { input };
};
const recipient: Prepare = async ({ made }) => ({ input: { recipientId: await made('reportLinks.addRecipient') } });

export const reportLinkPreparations: Readonly<Record<string, Prepare>> = {
  'reportLinks.create': sealed,
  'reportLinks.end': async (fixture) => {
    const { input } = await sealed(fixture);
    return { input: { ...input, linkId: await fixture.made('reportLinks.create', input) } };
  },
  'reportLinks.updateRecipient': recipient,
  'reportLinks.removeRecipient': recipient,
  'reportLinks.setDistribution': async () => ({ input: { hookIds: [] } }),
  'reportLinks.open': async (fixture) => {
    const { input } = await sealed(fixture);
    const { id } = await fixture.server.db
      .selectFrom('report_review')
      .select('report_id as id')
      .where('report_id', '=', Number(input['reportId']))
      .executeTakeFirstOrThrow();
    await fixture.server.db
      .updateTable('report_review')
      .set({ code: `code ${id}`, released_at: fixture.server.clock.now(), released_by: 'Somebody' })
      .where('report_id', '=', id)
      .execute();
    const { body } = await fixture.call('reportLinks.create', input);
    return { input: { token: (body as { token: string }).token } };
  },
};

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** A released report without a reading, as rows: for servers that have no worker. Gives its code. */
export async function sealReport(
  server: TestServer,
  { projectId, corporationId }: World,
  code: string,
): Promise<string> {
  const { db, clock } = server;
  const at = clock.now();
  const { id } = await db
    .insertInto('report')
    .values({
      project_id: projectId,
      type: 'day',
      first_day: '2026-03-01',
      last_day: '2026-03-01',
      from_at: new Date('2026-03-01'),
      to_at: new Date('2026-03-02'),
      time_zone: 'UTC',
      formats: ['csv'],
      language: 'en',
      fields: 'main',
      status: 'Done',
      by_id: null,
      by_name: `By ${code}`,
      created_at: at,
      expires_at: new Date('9999-12-31T00:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('report_review')
    .values({
      report_id: id,
      project_id: projectId,
      state: 'released',
      code,
      released_by: `By ${code}`,
      released_at: at,
    })
    .execute();
  const digests = await promisify(brotliCompress)('[]');
  const fileId = await server.context.services.files.put(
    { db, now: () => clock.now(), regardless: () => {} },
    (async function* () {
      yield digests;
    })(),
    { type: 'application/octet-stream', maxBytes: 1000, corporationId, createdBy: null },
  );
  await db
    .insertInto('report_file')
    .values({ report_id: id, format: 'digests', file_id: fileId, bytes: digests.length })
    .execute();
  const body = JSON.stringify({
    projectId,
    number: 1,
    previous: null,
    reportId: id,
    version: 1,
    type: 'day',
    firstDay: '2026-03-01',
    lastDay: '2026-03-01',
    timeZone: 'UTC',
    code,
    releasedBy: `By ${code}`,
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
    releasedAt: at.toISOString(),
    files: [{ format: 'digests', bytes: digests.length, sha256: sha256(digests) }],
    conclusionsSha256: sha256(''),
    readingsSha256: sha256(''),
    layoutSha256: '',
  });
  await db
    .insertInto('report_seal')
    .values({ project_id: projectId, number: 1, report_id: id, body, hash: sha256(body), sealed_at: at })
    .execute();
  return code;
}
