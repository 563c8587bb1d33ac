/** Drawings in reports look as on the screen: in the colours of their roles, in every file that is printed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '@plumbline/contract/kernel/constants';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { drawings } from '@plumbline/contract/site/drawings';
import { paperColours } from '@plumbline/science/display/drawing-roles';
import { unzipSync } from 'fflate';
import { blackShare, type Pixels, pagePictures, pixelsOf, pixelsOfColour } from '../../../../test/page-pictures.ts';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Drawings on paper'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId, structureId } = world;
const pointId = await makePoint(server, world, 'C-1', { family: 'crack', created_at: new Date('2025-01-01') });
const from = Date.parse('2025-03-10T00:00:00Z');
await seal(
  server,
  pointId,
  Array.from({ length: 24 }, (_, i) => ({ at: from + i * hourMs, values: [5, 20], raw: {} })),
);

/** Water over clay, with a line and a word: each names its role, as the drawings of the product do. */
const section = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400" viewBox="0 0 800 400"><path class="pl-water" d="M0 0h800v200h-800z"/><path class="pl-clay" d="M0 200h800v200h-800z"/><path class="pl-line" d="M0 0L400 390L800 0"/><text x="20" y="40" font-size="24">Section</text></svg>',
);
/** A wall and a trench as closed outlines: without roles each would be a silhouette. */
const plan = Buffer.from(
  [
    ...['0', 'SECTION', '2', 'ENTITIES'],
    ...['0', 'LWPOLYLINE', '8', 'Wall', '90', '4', '70', '1'],
    ...['10', '0', '20', '0', '10', '20', '20', '0', '10', '20', '20', '10', '10', '0', '20', '10'],
    ...[
      '0',
      'LWPOLYLINE',
      '8',
      'Trench',
      '90',
      '3',
      '70',
      '1',
      '10',
      '2',
      '20',
      '2',
      '10',
      '18',
      '20',
      '2',
      '10',
      '10',
    ],
    ...['20', '8', '0', 'ENDSEC', '0', 'EOF'],
  ].join('\r\n'),
);
async function draw(name: string, bytes: Buffer, file: string, type: string): Promise<void> {
  const { body } = await sendFile(server, drawings.upload, { structureId, name, plane: 'section' }, token, {
    bytes,
    name: file,
    type,
  });
  const { drawing } = body as { drawing: { id: number } };
  await server.db
    .insertInto('drawing_place')
    .values({ drawing_id: drawing.id, point_id: pointId, x: 0.5, y: 0.5, by_name: 'A', placed_at: server.clock.now() })
    .execute();
}
await draw('A section', section, 'section.svg', 'image/svg+xml');
await draw('B plan', plan, 'plan.dxf', 'application/octet-stream');

const content = { blocks: [{ kind: 'drawings' as const }] };
const { template } = (await server.call(reportTemplates.create, { projectId, name: 'T', content }, token)).body;

const { 'map-water': water, 'soil-clay': clay, 'map-label': thin } = paperColours;
/** Areas in their colours, lines that are seen, and nothing that is black. */
function assertColoured(pictures: readonly Pixels[], what: string): void {
  const countOf = (colour: string) => pictures.reduce((sum, each) => sum + pixelsOfColour(each, colour), 0);
  assert.ok(
    countOf(water) > 5_000 && countOf(clay) > 5_000,
    `${what}: ${countOf(water)} of water, ${countOf(clay)} of clay`,
  );
  assert.ok(countOf(thin) > 100, `${what}: ${countOf(thin)} of lines`);
  for (const [i, each] of pictures.entries()) assert.equal(blackShare(each), 0, `${what}: black on ${i + 1}`);
}

for (const language of languages)
  test(`areas have the colours of their roles and outlines are lines, on pages and in a Word document (${language})`, async () => {
    const input = { projectId, type: 'day' as const, day: '2025-03-10', templateId: template.id, language };
    const { report } = (await server.call(periodReports.make, { ...input, formats: ['pdf', 'docx'] }, token)).body;
    await server.work!.settle();
    const file = async (format: string) =>
      (await fetchFile(server, `/projects/${projectId}/reports/${report.id}/files/${format}`, token)).bytes;
    assertColoured(await pagePictures(await file('pdf'), 2), 'pages');
    const media = Object.entries(unzipSync(await file('docx'))).filter(([name]) => name.endsWith('.png'));
    assert.equal(media.length, 2);
    assertColoured(await Promise.all(media.map(([, bytes]) => pixelsOf(bytes))), 'document');
  });

test('a look at a template shows them alike', async () => {
  const input = { projectId, type: 'day' as const, day: '2025-03-10', language: 'en' as const };
  const { svg } = (await server.call(reportTemplates.preview, { ...input, content: { ...content } }, token)).body;
  const pictures = [...svg.matchAll(/data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)/g)].map(([, text = '']) =>
    Buffer.from(text, 'base64'),
  );
  assert.equal(pictures.length, 2);
  assertColoured(await Promise.all(pictures.map(pixelsOf)), 'preview');
});
