/**
 * Every ready template as it is printed, in every language: pictures of its pages with drawings on them, all in one language, with
 * the number of the report and the parties of the project on its cover.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import { reportDefaults } from '@plumbline/contract/reports/templates.defaults';
import { libraryContent, libraryKeys } from '@plumbline/contract/reports/templates.library';
import { isLibraryWord, libraryText } from '@plumbline/contract/reports/templates.library-words';
import { drawings } from '@plumbline/contract/site/drawings';
import { paperColours } from '@plumbline/science/display/drawing-roles';
import { extractText, getDocumentProxy } from 'unpdf';
import { layoutOfPages } from '../../../../test/page-layout.ts';
import { blackShare, pagePictures, pixelsOfColour } from '../../../../test/page-pictures.ts';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Library'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId, structureId } = world;
await server.db.updateTable('project').set({ name: '1-1' }).where('id', '=', projectId).execute();
await server.db.updateTable('structure').set({ name: 'K0' }).where('id', '=', structureId).execute();
await server.db.updateTable('corporation').set({ title: 'B2' }).execute();
// By itself it is of random letters, which would be words of a language now and then.
await server.db.updateTable('device').set({ sncode: 'L-1' }).where('id', '=', world.device.id).execute();
const from = Date.parse('2025-03-10T00:00:00Z');
for (const [name, family, values] of [
  ['C-1', 'crack', [5, 20]],
  ['W-1', 'waterLevel', [3, 20]],
  ['Q-1', 'tilt', [0.1, 0.2, 20]],
] as const) {
  const id = await makePoint(server, world, name, { family, created_at: new Date('2025-01-01') });
  await seal(
    server,
    id,
    Array.from({ length: 24 }, (_, i) => ({
      at: from + i * hourMs,
      values: values.map((each) => each + i / 50),
      raw: {},
    })),
  );
  if (name !== 'C-1') continue;
  const bytes = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400" viewBox="0 0 800 400"><path class="pl-water" d="M0 0h800v400h-800z"/></svg>',
  );
  const about = { structureId, name: 'S1', plane: 'section' };
  const file = { bytes, name: 's.svg', type: 'image/svg+xml' };
  const { drawing } = (await sendFile(server, drawings.upload, about, token, file)).body as { drawing: { id: number } };
  const place = { drawing_id: drawing.id, point_id: id, x: 0.5, y: 0.5 };
  await server.db
    .insertInto('drawing_place')
    .values({ ...place, by_name: 'A', placed_at: server.clock.now() })
    .execute();
}
const parties = { client: 'P7', contractor: 'P8', supervisor: null };
await server.call(
  reportDefaults.set,
  {
    projectId,
    period: 'day',
    templateId: null,
    signatures: [],
    cover: { title: null, subtitle: null, ...parties, withLogo: false, withPicture: false },
  },
  token,
);

/** The pages of reports that were made with a ready template and, where it has none, a part of drawings. */
async function printedWith(key: (typeof libraryKeys)[number]): Promise<{ language: Language; bytes: Uint8Array }[]> {
  const { blocks } = libraryContent(key);
  const hasDrawings = blocks.some(({ kind }) => kind === 'drawings');
  const content = { blocks: hasDrawings ? blocks : [...blocks, ReportBlock.parse({ kind: 'drawings' })] };
  const { template } = (await server.call(reportTemplates.create, { projectId, name: key, content }, token)).body;
  const input = { projectId, type: 'day' as const, day: '2025-03-10', formats: ['pdf' as const] };
  const reports: { language: Language; id: number }[] = [];
  for (const language of languages) {
    const { report } = (await server.call(periodReports.make, { ...input, language, templateId: template.id }, token))
      .body;
    reports.push({ language, id: report.id });
  }
  await server.work!.settle();
  return await Promise.all(
    reports.map(async ({ language, id }) => {
      const { status, bytes } = await fetchFile(server, `/projects/${projectId}/reports/${id}/files/pdf`, token);
      assert.equal(status, 200, `${key} in ${language}`);
      return { language, bytes };
    }),
  );
}

/** Words in Latin letters that every language has: names of the world, zones, units, methods. */
const names =
  /https?:\S+|B2|K0|[CWQ]-1|P[78]|Plumbline|UTC|[A-Z][a-z]+\/[A-Z][a-z]+|Admin \w+|\b[A-Z]{1,5}-?\d+\b|mm|kPa|\b(?:admin|Admin|Library|Logger)\b/g;

/** Pages that a report of three points may have, its cover among them. */
const pageLimits: Readonly<Record<(typeof libraryKeys)[number], number>> = {
  product: 4,
  pitDaily: 3,
  metroDaily: 4,
  metroWeekly: 4,
  damMonthly: 5,
  slopeMonthly: 5,
  bridgeQuarterly: 5,
  tunnelConvergence: 4,
  vibrationEvent: 4,
  houseSafety: 4,
  inspectionDaily: 4,
};

for (const key of libraryKeys)
  test(`${key} is printed without a black area and in one language, whichever it is made in`, async () => {
    const title = isLibraryWord(key) ? key : null;
    for (const { language, bytes } of await printedWith(key)) {
      const folder = process.env['REPORT_FOLDER'];
      if (folder) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, `${key}-${language}.pdf`), bytes);
      }
      const pages = await pagePictures(bytes);
      const water = pages.reduce((sum, page) => sum + pixelsOfColour(page, paperColours['map-water']), 0);
      assert.ok(water > 10_000, `${language}: the drawing is printed in its colours, ${water}`);
      for (const [i, page] of pages.entries()) assert.equal(blackShare(page), 0, `${language}: black on page ${i + 1}`);

      const laidOut = await layoutOfPages(bytes);
      assert.ok(laidOut.length <= pageLimits[key], `${language}: ${laidOut.length} pages`);
      for (const [i, { width, height, filled, outside, overrun }] of laidOut.entries()) {
        const page = `${language}: page ${i + 1}`;
        assert.ok(width < height, `${page} is upright`);
        assert.ok(i === laidOut.length - 1 || filled > 2 / 3, `${page} is blank from ${filled} of its height on`);
        assert.equal(outside, 0, `${page} has something in its margins`);
        assert.deepEqual(overrun, [], `${page} has texts over each other`);
      }

      const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
      if (title !== null) {
        assert.ok(text.includes(libraryText(title, language)), `${language}: its title`);
        assert.ok(
          text.includes({ en: 'No. 1', 'zh-CN': '第 1 期', 'zh-TW': '第 1 期' }[language]),
          `${language}: its number`,
        );
        for (const [word, name] of [
          ['client', 'P7'],
          ['contractor', 'P8'],
        ] as const)
          assert.ok(text.includes(libraryText(word, language)) && text.includes(name), `${language}: ${word}`);
        assert.ok(!text.includes(libraryText('supervisor', language)), `${language}: nobody supervises`);
      }
      const others = text.replace(names, ' ');
      if (language === 'en') assert.deepEqual(others.match(/\p{Script=Han}+/gu), null);
      else assert.deepEqual(others.match(/\p{Script=Latin}{3,}/gu), null, language);
    }
  });

test('a report has the next number of its template and kind of period, and the same again for the same days', async () => {
  const make = async (day: string, more: { templateId?: number | null; type?: 'day' | 'week' } = {}) => {
    const input = { projectId, type: 'day' as const, day, formats: ['csv' as const], language: 'en' as const };
    return (await server.call(periodReports.make, { ...input, templateId: null, ...more }, token)).body.report.number;
  };
  assert.deepEqual(
    [await make('2025-03-11'), await make('2025-03-12'), await make('2025-03-11'), await make('2025-03-13')],
    [1, 2, 1, 3],
  );
  assert.equal(await make('2025-03-11', { type: 'week' }), 1);
  const { templates } = (await server.call(reportTemplates.list, { projectId }, token)).body;
  const templateId = templates.find(({ name }) => name === 'damMonthly')!.id;
  assert.equal(await make('2025-03-11', { templateId }), 2, 'one was made of it above');
  const both = await Promise.all([make('2025-03-20'), make('2025-03-21')]);
  assert.deepEqual(both.toSorted(), [4, 5], 'two at once');
  // What is deleted after a while gives its number to nobody.
  await server.db.deleteFrom('report').where('number', '=', 5).execute();
  assert.equal(await make('2025-03-22'), 6);
});
