/** Covers of workbooks over HTTP: given, replaced, taken away, and that a report that was made keeps its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { excelType, reportTemplates } from '@plumbline/contract/reports/templates';
import { coverLimits } from '@plumbline/contract/reports/templates.cover';
import { projects } from '@plumbline/contract/site/projects';
import { readXlsx } from 'hucre/xlsx';
import { makeCover } from '../../../../test/covers.ts';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Covers', 'Elsewhere'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId } = world;

type Template = {
  id: number;
  version: number;
  status: string;
  excelCover: { name: string; sheets: string[]; tags: { words: string; place: string }[] } | null;
  word: object | null;
  problems: object[];
};
async function template(name: string): Promise<Template> {
  const content = { blocks: [{ kind: 'cover' as const }, { kind: 'statistics' as const }] };
  const { body } = await server.call(reportTemplates.create, { projectId, name, content }, token);
  return body.template as unknown as Template;
}
async function upload(templateId: number, version: number, bytes: Uint8Array, name = 'Cover.xlsx', as = token) {
  const file = { bytes: Buffer.from(bytes), name, type: excelType };
  const answer = await sendFile(server, reportTemplates.uploadExcelCover, { projectId, templateId, version }, as, file);
  return answer as unknown as {
    status: number;
    body: { template: Template; error?: string; detail?: Record<string, unknown> };
  };
}
async function make(templateId: number, formats: readonly string[] = ['xlsx']) {
  const input = { projectId, type: 'month', day: '2025-03-10', formats, language: 'en', fields: 'main', templateId };
  const { body } = await server.call(periodReports.make, input as never, token);
  return body as unknown as { report: PeriodReport; error?: string; detail?: { problems: object[] } };
}
async function finished(templateId: number, formats?: readonly string[]): Promise<PeriodReport> {
  const { report, error } = await make(templateId, formats);
  assert.ok(report, error);
  await server.work!.settle();
  const { reports } = (await server.call(periodReports.list, { projectId }, token)).body;
  return reports.find(({ id }) => id === report.id)!;
}
async function bookOf(report: PeriodReport) {
  assert.equal(report.status, 'Done', JSON.stringify([report.error, report.errorDetail]));
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${report.id}/files/xlsx`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return await readXlsx(Buffer.from(await response.arrayBuffer()));
}
const cover = (text: string) => makeCover({ texts: [`<t>${text}</t>`] });

test('a cover is taken, checked, replaced over the version that was seen, downloaded, and taken away again', async () => {
  const { id } = await template('Taken');
  const place = { projectId, templateId: id };
  const bytes = makeCover();
  const sound = await upload(id, 1, bytes, 'Our cover.xlsx');
  assert.equal(sound.status, 200, JSON.stringify(sound.body));
  assert.deepEqual([sound.body.template.version, sound.body.template.status], [2, 'Pending']);
  assert.deepEqual(sound.body.template.excelCover?.sheets, ['Cover']);
  assert.equal(sound.body.template.excelCover?.tags.length, 9);
  const file = await fetchFile(server, `/projects/${projectId}/report-templates/${id}/excel-cover`, token);
  assert.equal(file.status, 200);
  assert.deepEqual(file.bytes, bytes, 'as it was given');

  assert.equal((await upload(id, 1, bytes)).body.error, 'reportTemplateChanged');
  assert.equal((await upload(id, 2, bytes, 'Cover.xls')).body.error, 'fileFormat');
  assert.equal((await upload(id, 2, bytes, 'Cover.xlsx', other.admin.token)).status, 404);
  const unfit = await upload(id, 2, cover('{{project.nme}}'));
  assert.deepEqual([unfit.body.error, unfit.body.detail?.['fault']], ['coverUnfit', 'placeholder']);
  assert.equal((await upload(id, 2, Buffer.alloc(coverLimits.bytes + 1))).body.error, 'fileTooLarge');
  const unchanged = await server.call(
    reportTemplates.update,
    { ...place, content: { blocks: [{ kind: 'summary' }] } },
    token,
  );
  assert.equal(unchanged.body.template.excelCover?.name, 'Our cover.xlsx', 'other blocks leave the cover');
  assert.equal(
    (await server.call(reportTemplates.removeExcelCover, { ...place, version: 2 }, token)).body.error,
    'reportTemplateChanged',
  );
  const removed = await server.call(reportTemplates.removeExcelCover, { ...place, version: 3 }, token);
  assert.deepEqual([removed.body.template.excelCover, removed.body.template.version], [null, 4]);
  const again = await server.call(reportTemplates.removeExcelCover, { ...place, version: 4 }, token);
  assert.equal(again.body.error, 'notFound');
  assert.equal(
    (await fetchFile(server, `/projects/${projectId}/report-templates/${id}/excel-cover`, token)).status,
    404,
  );
});

test('reports have the cover of their version: another one, or none, is for those made later', async () => {
  const { id } = await template('Later');
  await upload(id, 1, cover('First of {{project.name}}'));
  const first = await finished(id, ['xlsx', 'csv']);
  await upload(id, 2, cover('Second'));
  const second = await finished(id);
  await server.call(reportTemplates.removeExcelCover, { projectId, templateId: id, version: 3 }, token);
  const third = await finished(id);
  const { name } = (await server.call(projects.get, { projectId }, token)).body.project;
  const firstCell = async (report: PeriodReport) => (await bookOf(report)).sheets[0]?.rows[0]?.[0];
  assert.deepEqual(
    [await firstCell(first), await firstCell(second), await firstCell(third)],
    [`First of ${name}`, 'Second', 'Fact'],
  );
  assert.deepEqual(
    (await bookOf(first)).sheets.slice(0, 2).map((sheet) => sheet.name),
    ['Cover', 'Report'],
  );
});

test('a point that a cover names and the project has not is found when the template is verified, and stops workbooks alone', async () => {
  const { id } = await template('Points');
  await upload(id, 1, cover('{{point(Gone).max}}'));
  const problem = { block: 0, kind: 'excel', place: 'Cover!A1', fault: 'pointMissing', words: 'Gone' };
  const verified = await server.call(reportTemplates.verify, { projectId, templateId: id }, token);
  assert.deepEqual([verified.body.template.status, verified.body.template.problems], ['Error', [problem]]);
  const refused = await make(id);
  assert.deepEqual([refused.error, refused.detail?.problems], ['reportTemplateFaulty', [problem]]);
  assert.equal((await finished(id, ['csv'])).status, 'Done');
});

test('the files of covers go with their template, and with what is older than the last ones', async () => {
  const { id } = await template('Many');
  const stored = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;
  const before = await stored();
  for (let i = 0; i < coverLimits.covers + 2; i++) await upload(id, i + 1, cover(`No. ${i}`));
  const rows = await server.db.selectFrom('report_template_cover').select('id').where('template_id', '=', id).execute();
  assert.equal(rows.length, coverLimits.covers);
  await server.work!.settle();
  await server.call(reportTemplates.remove, { projectId, templateId: id }, token);
  await server.work!.settle();
  assert.equal(await stored(), before);
});
