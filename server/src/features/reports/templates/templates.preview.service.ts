/**
 * A look at a template: its pages drawn on readings of the project. Invariant: it reads no more than some points of one
 * period and is drawn in a process of its own, two at a time, so that whoever edits keeps nobody else from working.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { reportTemplates } from '@plumbline/contract/reports/templates';
import { periodOf } from '@plumbline/science/series/periods';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { gather } from '../contents/contents.api.ts';
import { requireContents } from '../contents/contents.rights.api.ts';
import { drawApart } from '../files/files.api.ts';
import { problemsIn, reportDefaultsOf } from './templates.api.ts';

const maxDrawing = 2;
const longestMs = 30_000;
const maxSvg = 12_000_000;
let drawing = 0;

/** Throws busy while as many are drawn as may be. */
export async function preview(
  context: Context,
  { projectId, content, language, type, day }: OutputOf<typeof reportTemplates.preview.input>,
) {
  const { db, now, caller, services } = context;
  await requireContents(context, projectId, true);
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const problems = await problemsIn(db, projectId, content);
  if (problems.some(({ place }) => !place.startsWith('only.'))) return { svg: '', pages: 0, points: 0, problems };
  if (drawing >= maxDrawing) throw new Failure('busy');
  drawing++;
  try {
    const { firstDay, lastDay, fromMs, toMs } = periodOf(type, day, undefined, project.timeZone);
    const signal = AbortSignal.timeout(longestMs);
    const gathered = await gather(
      {
        projectId,
        type,
        number: null,
        event: null,
        firstDay,
        lastDay,
        from: new Date(fromMs),
        to: new Date(toMs),
        timeZone: project.timeZone,
        language,
        fields: 'main',
        madeBy: caller.displayName,
        template: content,
        defaults: await reportDefaultsOf(db, projectId),
        word: null,
        hasSeries: false,
        isSample: true,
      },
      {
        db,
        pool: services.pool,
        files: services.files,
        plugins: services.plugins,
        now: now(),
        async step() {
          signal.throwIfAborted();
        },
      },
    );
    const { svg, pages } = await drawApart(gathered, signal);
    if (svg.length > maxSvg) throw new Failure('reportTooLarge', { fault: 'pages', pages });
    return { svg, pages, points: gathered.lines.filter(({ isMain }) => isMain).length, problems };
  } finally {
    drawing--;
  }
}
