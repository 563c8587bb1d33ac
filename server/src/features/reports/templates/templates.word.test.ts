/** Word documents of templates over HTTP: given, replaced, taken away, and what reports become with and without one. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { reportTemplates, wordType } from '@plumbline/contract/reports/templates';
import { wordLimits } from '@plumbline/contract/reports/templates.word';
import { projects } from '@plumbline/contract/site/projects';
import { paragraph as p, relation, table, wordOf } from '../../../../test/archives.ts';
import { fetchFile, sendFile } from '../../../../test/pictures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { partsOf } from '../word/logic/docx-archive.ts';

const [server, world, other] = await openWorlds(['Word', 'Elsewhere'], {}, '2025-04-15T06:00:00Z');
const token = world.admin.token;
const { projectId } = world;
await setTimeZone(server, projectId, 'Europe/Berlin');
const marchMs = Date.parse('2025-02-28T23:00:00Z');

const crack = {
  family: 'crack' as const,
  type: 2,
  mode: 0,
  interval_seconds: 3600,
  created_at: new Date('2025-01-01'),
};
const valueAt = (i: number) => Math.round((10 + Math.sin(i / 30) * 3) * 1e6) / 1e6;
for (const [n, name] of ['C-1 <&>', 'C-2'].entries())
  await seal(
    server,
    await makePoint(server, world, name, crack),
    Array.from({ length: 200 }, (_, i) => ({ at: marchMs + i * hourMs, values: [valueAt(i) + n, 20], raw: {} })),
  );

type Template = {
  id: number;
  version: number;
  status: string;
  word: { name: string; tags: { words: string }[] } | null;
  problems: { place: string; fault: string; words: string }[];
};
async function template(name: string, of = projectId, as = token): Promise<Template> {
  const content = {
    blocks: [{ kind: 'cover' as const }, { kind: 'statistics' as const, curves: true }, { kind: 'alerts' as const }],
  };
  const { body } = await server.call(reportTemplates.create, { projectId: of, name, content }, as);
  return body.template as unknown as Template;
}
async function upload(
  templateId: number,
  version: number,
  bytes: Uint8Array,
  name = 'Form.docx',
  as = token,
  of = projectId,
) {
  const file = { bytes: Buffer.from(bytes), name, type: wordType };
  const answer = await sendFile(server, reportTemplates.uploadWord, { projectId: of, templateId, version }, as, file);
  return answer as unknown as {
    status: number;
    body: { template: Template; error?: string; detail?: Record<string, unknown> };
  };
}
async function made(input: object): Promise<PeriodReport> {
  const { body } = await server.call(
    periodReports.make,
    {
      projectId,
      type: 'month',
      day: '2025-03-10',
      formats: ['docx'],
      language: 'en',
      fields: 'main',
      ...input,
    } as never,
    token,
  );
  const { report, error, detail } = body as unknown as { report: PeriodReport; error?: string; detail?: unknown };
  assert.ok(report, JSON.stringify([error, detail]));
  await server.work!.settle();
  const { reports } = (await server.call(periodReports.list, { projectId }, token)).body;
  return reports.find(({ id }) => id === report.id)!;
}
async function partsOfReport(report: PeriodReport) {
  assert.equal(report.status, 'Done', JSON.stringify([report.error, report.errorDetail]));
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${report.id}/files/docx`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.headers.get('content-type'), wordType);
  const bytes = Buffer.from(await response.arrayBuffer());
  const folder = process.env['REPORT_FOLDER'];
  if (folder) writeFileSync(join(folder, `word-${report.id}.docx`), bytes);
  const parts = partsOf(bytes);
  const xml = parts.get('word/document.xml')!.toString('utf8');
  const lines = [...xml.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([each]) =>
    [...each.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''),
  );
  return { parts, xml, lines };
}

test('a document is taken, checked, replaced over the version that was seen, and taken away again', async () => {
  const { id } = await template('Taken');
  const place = { projectId, templateId: id };
  const sound = await upload(id, 1, wordOf(p('{{project.name}} {{point(C-2).max}} {{point(Gone).max}}')));
  assert.equal(sound.status, 200, JSON.stringify(sound.body));
  assert.deepEqual([sound.body.template.version, sound.body.template.status], [2, 'Pending']);
  assert.deepEqual(
    sound.body.template.word?.tags.map(({ words }) => words),
    ['project.name', 'point(C-2).max', 'point(Gone).max'],
  );
  const verified = (await server.call(reportTemplates.verify, place, token)).body.template as unknown as Template;
  assert.deepEqual(
    [verified.status, verified.problems],
    ['Error', [{ block: 0, kind: 'word', place: 'body 1', fault: 'pointMissing', words: 'Gone' }]],
  );
  const refused = await server.call(
    periodReports.make,
    { projectId, type: 'month', day: '2025-03-10', formats: ['docx'], language: 'en', templateId: id },
    token,
  );
  assert.equal(refused.body.error, 'reportTemplateFaulty');
  assert.equal(
    (await made({ templateId: id, formats: ['csv'] })).status,
    'Done',
    'where no document is made its mistakes stop nothing',
  );

  assert.deepEqual([(await upload(id, 1, wordOf(p('x')))).body.error], ['reportTemplateChanged']);
  const second = await upload(id, 2, wordOf(p('{{project.name}}')), 'Second.docx');
  assert.equal(second.body.template.word?.name, 'Second.docx');
  assert.equal((await server.call(reportTemplates.verify, place, token)).body.template.status, 'Done');
  const file = await fetchFile(server, `/projects/${projectId}/report-templates/${id}/word`, token);
  assert.equal(file.status, 200);
  const unchanged = await server.call(
    reportTemplates.update,
    { ...place, content: { blocks: [{ kind: 'summary' }] } },
    token,
  );
  assert.equal(unchanged.body.template.word?.name, 'Second.docx', 'other blocks leave the document');
  assert.equal(
    (await server.call(reportTemplates.removeWord, { ...place, version: 3 }, token)).body.error,
    'reportTemplateChanged',
  );
  const removed = await server.call(reportTemplates.removeWord, { ...place, version: 4 }, token);
  assert.deepEqual([removed.body.template.word, removed.body.template.version], [null, 5]);
  assert.equal((await server.call(reportTemplates.removeWord, { ...place, version: 5 }, token)).body.error, 'notFound');
});

test('what is no sound Word document is refused, and nothing is kept of it', async () => {
  const { id } = await template('Refused');
  const before = await server.db.selectFrom('stored_file').select('id').execute();
  assert.equal((await upload(id, 1, wordOf(p('x')), 'x.doc')).body.error, 'fileFormat');
  assert.equal((await upload(id, 1, Buffer.from('nothing'))).body.error, 'fileDamaged');
  const unsafe = (await upload(id, 1, wordOf(p('x'), relation('attachedTemplate', 'http://example.org/t.dotm')))).body;
  assert.deepEqual([unsafe.error, unsafe.detail?.['fault']], ['wordUnsafe', 'external']);
  assert.equal((await upload(id, 1, Buffer.alloc(wordLimits.bytes + 1))).body.error, 'fileTooLarge');
  const foreign = await template('Foreign', other.projectId, other.admin.token);
  assert.equal((await upload(foreign.id, 1, wordOf(p('x')))).body.error, 'notFound');
  assert.equal((await upload(id, 1, wordOf(p('x')), 'x.docx', other.admin.token)).body.error, 'notFound');
  assert.deepEqual(await server.db.selectFrom('stored_file').select('id').execute(), before);
  const got = (await server.call(reportTemplates.get, { projectId, templateId: id }, token)).body.template;
  assert.deepEqual([got.version, got.word], [1, null]);
});

test('a report fills a document in: values as the statistics have them, rows that grow, conditions, pictures', async () => {
  const { id } = await template('Filled');
  const body = [
    p('{{project.', 'name}}'),
    p('{{#if alerts}}') + p('THERE ARE ALERTS') + p('{{/if}}') + p('{{#unless alerts}}none{{/unless}}'),
    table(['Point', 'Max'], ['{{#points crack}}{{point.name}}', '{{point.max | number:2}} {{point.unit}}{{/points}}']),
    table(['{{#alerts}}{{alert.at}}{{/alerts}} {{#photos}}', '{{/photos}}']),
    p('{{#structures}}') +
      p('{{structure.name}}: {{structure.points}} {{#points}}[{{point.name}}]{{/points}}') +
      p('{{/structures}}'),
    p('{{#charts}}') + p('{{chart.picture | width:8}}') + p('{{/charts}}'),
    p('{{release.code}}'),
  ].join('');
  assert.equal((await upload(id, 1, wordOf(body))).status, 200);
  const report = await made({ templateId: id });
  const { lines, xml, parts } = await partsOfReport(report);
  const max = (n: number) => (Math.max(...Array.from({ length: 200 }, (_, i) => valueAt(i))) + n).toFixed(2);
  const at = lines.indexOf('Point');
  assert.deepEqual(lines.slice(at, at + 6), [
    'Point',
    'Max',
    'C-1 &lt;&amp;&gt;',
    `${max(0)} mm`,
    'C-2',
    `${max(1)} mm`,
  ]);
  assert.ok(!lines.includes('THERE ARE ALERTS') && lines.includes('none'));
  assert.ok(
    lines.some((line) => line.endsWith(': 2 [C-1 &lt;&amp;&gt;][C-2]')),
    JSON.stringify(lines),
  );
  assert.ok(lines.includes('–'), 'a report that is not released has no code');
  assert.ok(!/\{\{|plumbline-own-line/.test(xml));
  const pictures = [...parts.keys()].filter((name) => name.startsWith('word/media/'));
  assert.equal(pictures.length, 1);
  assert.equal(parts.get(pictures[0]!)!.subarray(1, 4).toString(), 'PNG');
  assert.match(xml, /<wp:extent cx="2876550"/, 'eight centimetres');
  for (const [tableXml] of xml.matchAll(/<w:tbl>.*?<\/w:tbl>/gs)) assert.match(tableXml, /<w:tr>/);
  assert.match(parts.get('[Content_Types].xml')!.toString(), /Extension="png"/);
});

test('what repetitions print together is bounded, and the report says so', async () => {
  const { id } = await template('Bomb');
  const loops = ['structures', 'points', 'charts'].map((name) => `{{#${name}}}`);
  const ends = ['charts', 'points', 'structures'].map((name) => `{{/${name}}}`);
  const many = p(`${loops.join('')}{{#conclusions}}{{#devices}}${''}{{/devices}}{{/conclusions}}${ends.join('')}`);
  assert.equal((await upload(id, 1, wordOf(many))).body.template.status, 'Pending');
  assert.equal(
    (await server.call(reportTemplates.verify, { projectId, templateId: id }, token)).body.template.problems[0]?.fault,
    'loopDeep',
  );
  const wide = await template('Wide');
  const pictures = p(`{{#points}}${'{{point.chart}}'.repeat(wordLimits.pictures / 2 + 1)}{{/points}}`);
  await upload(wide.id, 1, wordOf(pictures));
  const report = await made({ templateId: wide.id });
  assert.deepEqual([report.status, report.error], ['Error', 'reportTooLarge']);
});

test('without a document a report in Word is written of the blocks, as the pages are', async () => {
  for (const language of ['en', 'zh-CN'] as const) {
    const { lines, parts, xml } = await partsOfReport(
      await made({ language, templateId: (await template(`Blocks ${language}`)).id }),
    );
    assert.ok(lines.includes('C-2'));
    assert.ok(
      lines.some((line) => /^1 {2}./.test(line)),
      'headings are numbered',
    );
    assert.ok([...parts.keys()].some((name) => /^word\/media\/.*\.png$/.test(name)));
    assert.doesNotMatch(xml, /w:dirty="(true|1)"|updateFields/, 'Word asks nothing when it opens');
  }
});

test('the documents of a template go with it, and the example needs no template', async () => {
  const { id } = await template('Going');
  await upload(id, 1, wordOf(p('a')));
  await upload(id, 2, wordOf(p('b')));
  const files = await server.db
    .selectFrom('report_template_word')
    .select('file_id')
    .where('template_id', '=', id)
    .execute();
  assert.equal(files.length, 2);
  await server.call(reportTemplates.remove, { projectId, templateId: id }, token);
  for (const { file_id } of files)
    assert.equal(
      await server.db.selectFrom('stored_file').select('id').where('id', '=', file_id).executeTakeFirst(),
      undefined,
    );
  const example = await fetchFile(server, `/projects/${projectId}/report-templates/word-example?language=zh-CN`, token);
  assert.equal(example.status, 200);
  assert.equal((await server.call(projects.get as never, { projectId } as never, token)).status < 500, true);
});

test('the example makes a whole document of every language', async () => {
  for (const language of ['en', 'zh-CN'] as const) {
    const path = `/projects/${projectId}/report-templates/word-example?language=${language}`;
    const { bytes } = await fetchFile(server, path, token);
    const { id } = await template(`Example ${language}`);
    assert.equal((await upload(id, 1, bytes)).status, 200);
    const { xml, lines } = await partsOfReport(await made({ templateId: id, language }));
    assert.doesNotMatch(xml, /\{\{|\}\}/);
    assert.ok(lines.includes('C-2'));
  }
});
