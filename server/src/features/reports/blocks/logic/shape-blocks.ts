/** Blocks on shapes at several dates: casings, and the lines and sections of masters. */
import { shortened } from '@plumbline/science/display/chart-svg';
import { lineSvg } from '@plumbline/science/display/line-svg';
import { profileSvg } from '@plumbline/science/display/profile-svg';
import { sectionSvg } from '@plumbline/science/display/section-svg';
import type { NamedPoint } from '../../../points/points/points.api.ts';
import { type BlockContext, type BlockWriter, heading, isWithin, note, titleOf } from './block-parts.ts';
import type { MasterSurveys, Surveys } from './extras.ts';

const chartTitle = 60;

export const profiles: BlockWriter<'profiles'> = (block, context) => {
  const { content, own } = context;
  const drawn = content.extras.surveys.filter(({ point }) => isWithin(block.only, point, content.structuresOf));
  const { surveysCount: count = { read: 0, total: 0 } } = content.extras;
  return [
    heading(titleOf(block, own.profiles, context)),
    ...(drawn.length === 0 ? [note(own.profilesNone, false)] : []),
    ...(count.read < count.total ? [note(own.more(count.read, count.total), false)] : []),
    ...(drawn.length === 0
      ? []
      : [
          {
            part: 'charts' as const,
            columns: 3,
            charts: drawn.map(profileChart(context)),
          },
        ]),
  ];
};

export const profileChart =
  ({ own, tables }: Pick<BlockContext, 'own' | 'tables'>) =>
  ({ point, surveys }: Surveys) => ({
    title: shortened(point.name, chartTitle),
    svg: profileSvg(
      surveys.map(({ atMs, ...survey }) => ({ ...survey, name: tables.times.text(atMs) })),
      { across: own.displacement, down: own.depth },
    ),
  });

/** Lines beside each other first, then sections, each in its own size. */
export const masters: BlockWriter<'masters'> = (block, context) => {
  const { content, own } = context;
  const { mastersCount: count = { read: 0, total: 0 } } = content.extras;
  const all = (content.extras.masters ?? []).filter(({ point }) => isWithin(block.only, point, content.structuresOf));
  const lines = all.filter(({ line }) => line.length > 0).map(masterLine(context));
  const sections = all.flatMap((each) => (each.section ? [masterSection(each.point, each.section, context)] : []));
  return [
    heading(titleOf(block, own.masters, context)),
    ...(lines.length + sections.length === 0 ? [note(own.mastersNone, false)] : []),
    ...(count.read < count.total ? [note(own.more(count.read, count.total), false)] : []),
    ...(lines.length > 0 ? [{ part: 'charts' as const, columns: 2, charts: lines }] : []),
    ...(sections.length > 0 ? [{ part: 'charts' as const, columns: 3, charts: sections }] : []),
  ];
};

/** Every drawing of one master. */
export const masterCharts =
  (context: Pick<BlockContext, 'own' | 'tables'>) =>
  ({ point, line, section }: MasterSurveys) => [
    ...(line.length > 0 ? [masterLine(context)({ point, line })] : []),
    ...(section ? [masterSection(point, section, context)] : []),
  ];

const masterLine =
  ({ own, tables }: Pick<BlockContext, 'own' | 'tables'>) =>
  ({ point, line }: Pick<MasterSurveys, 'point' | 'line'>) => ({
    title: shortened(point.name, chartTitle),
    svg: lineSvg(
      line.map(({ atMs, ...survey }) => ({ ...survey, name: tables.times.text(atMs) })),
      { across: own.distance, up: own.movement },
    ),
  });

const masterSection = (
  point: NamedPoint,
  { prisms, surveys }: NonNullable<MasterSurveys['section']>,
  { own, tables }: Pick<BlockContext, 'own' | 'tables'>,
) => ({
  title: shortened(point.name, chartTitle),
  svg: sectionSvg(
    { prisms, surveys: surveys.map(({ atMs, ...survey }) => ({ ...survey, name: tables.times.text(atMs) })) },
    { enlarged: own.enlarged },
  ),
});
